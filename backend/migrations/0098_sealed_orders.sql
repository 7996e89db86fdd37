-- A signature of what a provider is asked for, under the server's secret: an order that was changed by hand is not sent.
ALTER TABLE orders ADD COLUMN seal TEXT;
