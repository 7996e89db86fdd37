-- The export of a person's own data reads each table by its person, without reading everybody else's rows.
CREATE INDEX bank_credits_by_user ON bank_credits (user_id);
CREATE INDEX coin_deposits_by_user ON coin_deposits (user_id);
CREATE INDEX orders_by_user ON orders (user_id);
CREATE INDEX chat_messages_by_user ON chat_messages (user_id);
CREATE INDEX chat_reports_by_user ON chat_reports (user_id);
CREATE INDEX plan_nudges_by_user ON plan_nudges (user_id);
CREATE INDEX plan_payments_by_payer ON plan_payments (payer_id);
