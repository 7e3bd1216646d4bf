-- compatible-from: 0410-mail.sql
-- Messages that a store has and has not answered. For the operator's page of stores.
create view unanswered_store_messages with (security_invoker = true) as
  select account_id, delivery_id, round, sent_at from store_messages where sent_at is not null and answer is null;
