-- The authorization code flow. What the library of the authorization server must remember between two requests, found by
-- the SHA-256 of its id because codes and refresh tokens are their ids; and what a person allowed a program to do.

create table oauth_payloads (
  kind         text not null check (kind in ('Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken')),
  sha256       bytea not null check (length(sha256) = 32),
  payload      jsonb not null,
  grant_id     text,
  consumed_at  timestamptz(3),
  expires_at   timestamptz(3) not null,
  primary key (kind, sha256)
);
create index oauth_payloads_of_grant on oauth_payloads (grant_id) where grant_id is not null;
create index oauth_payloads_age on oauth_payloads (expires_at);

-- With the membership goes everything that a program was allowed by it.
create table oauth_connections (
  account_id    account_ref not null references accounts,
  id            text not null check (id ~ '^con_[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id       user_ref not null references users,
  grant_id      text not null unique,
  client_id     text not null check (length(client_id) between 1 and 2048),
  client_name   text not null check (length(client_name) between 1 and 200),
  device        text check (length(device) between 1 and 200),
  resource      text not null check (resource in ('keys', 'mcp')),
  scopes        text[] not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  expires_at    timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index oauth_connections_of_user on oauth_connections (user_id);

alter table oauth_connections enable row level security;
alter table oauth_connections force row level security;
create policy tenant on oauth_connections using (visible_to_tenant(account_id));
