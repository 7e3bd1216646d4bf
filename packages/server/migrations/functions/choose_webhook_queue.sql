-- revision 1, text ca5fe73a29435b84, signature 1e1fcc781b5636b0
-- The queue with the fewest webhooks. The inserting transaction holds the lock of the account's quota, so no other insert runs
-- beside it.
create or replace function choose_webhook_queue() returns trigger language plpgsql as $$
begin
  select names.name into new.queue
  from (select 'webhooks ' || new.account_id || ' ' || place as name from generate_series(1, 4) place) names
  order by (select count(*) from webhooks w where w.account_id = new.account_id and w.queue = names.name), names.name
  limit 1;
  return new;
end $$;
