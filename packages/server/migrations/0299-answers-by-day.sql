-- Stored answers are forgotten a day at a time: four parts in turn, of which two have the answers that still count, one is
-- empty for tomorrow, and the one between is emptied as a whole. No row is deleted, and nobody makes tables while a hub runs.
alter table idempotency_records rename to idempotency_records_of_all;
alter table idempotency_records_of_all rename constraint idempotency_records_pkey to idempotency_records_of_all_pkey;
drop index idempotency_records_age;

create function idempotency_slot(moment timestamptz) returns smallint language sql immutable parallel safe
  return mod((moment at time zone 'utc')::date - date '2000-01-01', 4)::smallint;

create table idempotency_records (
  account_id   account_ref not null references accounts,
  operation    text not null,
  -- SHA-256 of the key: the answer is sealed with the key itself, so that a stored secret cannot be read back without it.
  key_sha256   bytea not null check (length(key_sha256) = 32),
  fingerprint  bytea not null check (length(fingerprint) = 32),
  status       smallint not null,
  answer       bytea not null,
  created_at   timestamptz(3) not null default now(),
  -- By the day (UTC) of created_at, which is rounded to milliseconds: the last half of one belongs to the day after.
  slot         smallint not null default idempotency_slot(now()::timestamptz(3)),
  primary key (account_id, operation, key_sha256, slot),
  check (slot = idempotency_slot(created_at))
) partition by list (slot);

do $$
begin
  for slot in 0..3 loop
    execute format('create table idempotency_records_%s partition of idempotency_records for values in (%s)', slot, slot);
  end loop;
end $$;

insert into idempotency_records
  select account_id, operation, key_sha256, fingerprint, status, answer, created_at, idempotency_slot(created_at)
  from idempotency_records_of_all where created_at > now() - interval '24 hours';
drop table idempotency_records_of_all;

alter table idempotency_records enable row level security;
alter table idempotency_records force row level security;
create policy tenant on idempotency_records using (visible_to_tenant(account_id));
