-- Open orders are counted by kind at each scrape of the metrics.
CREATE INDEX orders_open ON orders (kind, created_at_ms) WHERE state = 'open';
