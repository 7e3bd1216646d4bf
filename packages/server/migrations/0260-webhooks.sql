-- Webhooks (Standard Webhooks 1.0.0): addresses of an account, the messages for them, and each attempt to bring one. The
-- messages are the outbox: triggers write them in the transaction of the change, together with the job that sends them.
create table webhooks (
  account_id         account_ref not null references accounts,
  id                 text not null check (id ~ '^whk_[0-9A-HJKMNP-TV-Z]{26}$'),
  url                text not null check (length(url) between 1 and 2048),
  description        text check (length(description) between 1 and 200),
  -- Null: all.
  event_types        text[] check (cardinality(event_types) > 0),
  status             text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason    text check (disabled_reason in ('requested', 'gone', 'failing', 'backlog')),
  disabled_at        timestamptz(3),
  failing_since      timestamptz(3),
  last_delivered_at  timestamptz(3),
  -- Sealed with a key of the hub.
  secret             bytea not null,
  previous_secret    bytea,
  previous_until     timestamptz(3),
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (account_id, id),
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret is null) = (previous_until is null))
);

create table webhook_messages (
  account_id       account_ref not null,
  id               text not null check (id ~ '^whm_[0-9A-HJKMNP-TV-Z]{26}$'),
  webhook_id       text not null,
  type             text not null check (length(type) between 1 and 64),
  data             json not null check (octet_length(data::text) < 16384),
  status           text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  created_at       timestamptz(3) not null default now(),
  attempts         integer not null default 0,
  -- How many attempts of the schedule are over; a replay begins it anew.
  retries          integer not null default 0,
  -- Only the job that names this turn may send it: of two jobs for one message the older one does nothing.
  turn             integer not null default 0,
  next_attempt_at  timestamptz(3) default now(),
  ended_at         timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  check ((status = 'pending') = (ended_at is null)),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_messages_of_webhook on webhook_messages (account_id, webhook_id, id);
create index webhook_messages_pending on webhook_messages (account_id, webhook_id) where status = 'pending';
create index webhook_messages_ended on webhook_messages (ended_at);

create table webhook_attempts (
  account_id   account_ref not null,
  message_id   text not null,
  number       integer not null check (number > 0),
  at           timestamptz(3) not null,
  duration_ms  integer not null check (duration_ms >= 0),
  status_code  integer,
  failure      text,
  answer       text check (length(answer) <= 2048),
  primary key (account_id, message_id, number),
  foreign key (account_id, message_id) references webhook_messages on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['webhooks', 'webhook_messages', 'webhook_attempts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;

-- As platform/ids.ts makes them: 48 bits of milliseconds, then 80 bits of chance.
create function make_webhook_message_id() returns text language sql volatile as $$
  select 'whm_' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (case
      when place < 10 then ((made.ms >> (5 * (9 - place))) & 31)::int
      else get_byte(made.chance, place - 10) & 31 end), 1), '' order by place)
  from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms,
               decode(md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex') as chance) made,
       generate_series(0, 25) place
$$;

-- The lock lets a webhook be deleted before or after, not meanwhile. One webhook is sent one message at a time: the queue.
create function add_webhook_messages(account text, event_type text, event_data json) returns void language plpgsql as $$
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
      json_build_object('accountId', account, 'messageId', made.id, 'turn', 0), queue_name => made.webhook_id);
  end loop;
end $$;

create function tell_webhooks_of_release() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'release.status_changed', json_build_object(
    'id', new.id, 'status', case when new.deleted_at is null then new.status else 'deleted' end));
  return null;
end $$;
create trigger webhooks_insert after insert on releases for each row execute function tell_webhooks_of_release();
create trigger webhooks_update after update on releases for each row
  when ((old.status, old.deleted_at is null) is distinct from (new.status, new.deleted_at is null))
  execute function tell_webhooks_of_release();

create function tell_webhooks_of_delivery() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'delivery.status_changed',
    json_build_object('id', new.id, 'releaseId', new.release_id, 'status', new.status));
  return null;
end $$;
create trigger webhooks_insert after insert on deliveries for each row execute function tell_webhooks_of_delivery();
create trigger webhooks_update after update on deliveries for each row
  when (old.status is distinct from new.status) execute function tell_webhooks_of_delivery();

create function tell_webhooks_of_upload() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'upload.status_changed',
    json_build_object('id', new.id, 'status', new.status));
  return null;
end $$;
create trigger webhooks_insert after insert on uploads for each row execute function tell_webhooks_of_upload();
create trigger webhooks_update after update on uploads for each row
  when (old.status is distinct from new.status) execute function tell_webhooks_of_upload();
