-- The webhooks of an account share four queues, so that its slow receivers hold no more than four of the workers that send.
-- A webhook stays in its queue, which is sent one message at a time; the first four of an account have one each.
alter table webhooks add column queue text;
update webhooks w set queue = 'webhooks ' || w.account_id || ' ' || placed.place
from (select account_id, id, 1 + (row_number() over (partition by account_id order by id) - 1) % 4 as place from webhooks) placed
where placed.account_id = w.account_id and placed.id = w.id;
alter table webhooks alter column queue set not null;

-- The one with the fewest webhooks. Who inserts holds the lock of the account's quota, so no other insert runs beside it.
create function choose_webhook_queue() returns trigger language plpgsql as $$
begin
  select names.name into new.queue
  from (select 'webhooks ' || new.account_id || ' ' || place as name from generate_series(1, 4) place) names
  order by (select count(*) from webhooks w where w.account_id = new.account_id and w.queue = names.name), names.name
  limit 1;
  return new;
end $$;
create trigger queue before insert on webhooks for each row when (new.queue is null)
  execute function choose_webhook_queue();

create or replace function add_webhook_messages(account text, event_type text, event_data json) returns void
  language plpgsql as $$
declare made record;
begin
  for made in
    insert into webhook_messages (account_id, id, webhook_id, type, data)
      select account_id, make_webhook_message_id(), id, event_type, event_data from webhooks
      where account_id = account and status = 'active' and (event_types is null or event_type = any (event_types))
      order by id for key share
    returning id, webhook_id
  loop
    perform graphile_worker.add_job('sendWebhookMessage',
      json_build_object('accountId', account, 'messageId', made.id, 'turn', 0),
      queue_name => (select queue from webhooks where account_id = account and id = made.webhook_id));
  end loop;
end $$;
