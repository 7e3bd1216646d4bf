-- Messages of others (DDEX ERN) that were handed in: what they were, what became of them, and the report.
create table imports (
  account_id          account_ref not null references accounts,
  id                  text not null check (id ~ '^imp_[0-9A-HJKMNP-TV-Z]{26}$'),
  status              text not null default 'waiting' check (status in
                        ('waiting', 'created', 'updated', 'incomplete', 'unchanged', 'takedown_requested', 'stale', 'refused')),
  -- The bytes as they came. Gone some time after the end; the digest stays.
  message             bytea check (octet_length(message) <= 8388608),
  sha256              bytea not null check (length(sha256) = 32),
  -- Uploads by the path of the file they are.
  files               json not null,
  -- Who handed it in, as events of releases name people and keys.
  actor               json not null,
  release_id          text,
  version             text,
  message_id          text,
  sender_id           text,
  sender_name         text,
  message_created_at  timestamptz(3),
  report              json not null default '{}',
  created_at          timestamptz(3) not null,
  ended_at            timestamptz(3),
  primary key (account_id, id),
  check ((status = 'waiting') = (ended_at is null)),
  check (status <> 'waiting' or message is not null)
);
create index imports_waiting on imports (account_id, id) where status = 'waiting';
create index imports_of_release on imports (account_id, release_id, id) where release_id is not null;
create index imports_of_message on imports (account_id, message_id) where message_id is not null;
create index imports_with_message on imports (ended_at) where message is not null;

alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports using (visible_to_tenant(account_id));
