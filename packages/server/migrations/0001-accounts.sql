-- Accounts, their service clients, the authorization server's state, API keys, idempotency.
-- Every tenant table carries account_id in its primary key; row-level security is a second wall inside tenant
-- transactions, which set spindle.account_id. Outside of one the setting is absent and the statement's own $1 guards.

create domain account_ref as text check (value ~ '^acc_[0-9A-HJKMNP-TV-Z]{26}$');

create function visible_to_tenant(row_account text) returns boolean
  language sql stable parallel safe
  return coalesce(nullif(current_setting('spindle.account_id', true), ''), row_account) = row_account;

create table accounts (
  id          account_ref primary key,
  name        text not null check (length(name) between 1 and 200),
  created_at  timestamptz(3) not null default now()
);

create table service_clients (
  account_id    account_ref not null references accounts,
  id            text not null unique check (id ~ '^cli_[0-9A-HJKMNP-TV-Z]{26}$'),
  name          text not null check (length(name) between 1 and 200),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  created_at    timestamptz(3) not null default now(),
  revoked_at    timestamptz(3),
  primary key (account_id, id)
);

create table api_keys (
  account_id   account_ref not null references accounts,
  id           text not null check (id ~ '^key_[0-9A-HJKMNP-TV-Z]{26}$'),
  name         text not null check (length(name) between 1 and 200),
  permissions  text[] not null check (cardinality(permissions) between 1 and 4
                 and permissions <@ array['music:read', 'music:write', 'catalog:read', 'analytics:read']),
  hint         text not null,
  digest       bytea not null unique check (length(digest) = 32),
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3),
  rotated_to   text,
  primary key (account_id, id),
  foreign key (account_id, rotated_to) references api_keys (account_id, id)
);
create index api_keys_list on api_keys (account_id, id desc);

create table idempotency_records (
  account_id   account_ref not null references accounts,
  operation    text not null,
  -- SHA-256 of the key: the answer is sealed with the key itself, so that a stored secret cannot be read back without it.
  key_sha256   bytea not null check (length(key_sha256) = 32),
  fingerprint  bytea not null check (length(fingerprint) = 32),
  status       smallint not null,
  answer       bytea not null,
  created_at   timestamptz(3) not null default now(),
  primary key (account_id, operation, key_sha256)
);
create index idempotency_records_age on idempotency_records (created_at);

-- The authorization server's signing keys, the private halves sealed with the hub's secret. It keeps nothing else: its
-- tokens are self-contained (docs/decisions, "The authorization server keeps no state").
create table signing_keys (
  id          text primary key,
  public_jwk  jsonb not null,
  sealed_jwk  bytea not null,
  created_at  timestamptz(3) not null default now(),
  retired_at  timestamptz(3)
);

do $$
declare name text;
begin
  foreach name in array array['service_clients', 'api_keys', 'idempotency_records'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
