-- compatible-from: 0410-mail.sql
-- Programs on a computer that a member named so that they get a client id: RFC 8252 calls them native apps. Such a client is
-- public, has no secret, and its answers go to loopback alone, so no address is stored. An older version finds no client
-- here and refuses its requests; the connections it made work on both versions.
create table native_clients (
  account_id    account_ref not null references accounts,
  id            text not null check (id ~ '^nac_[0-9A-HJKMNP-TV-Z]{26}$'),
  name          text not null check (length(name) between 1 and 200),
  made_by       text not null check (length(made_by) between 1 and 200),
  made_by_name  text not null check (length(made_by_name) between 1 and 200),
  created_at    timestamptz(3) not null,
  primary key (account_id, id),
  constraint native_clients_id_key unique (id)
);
create index native_clients_of_maker on native_clients (made_by);

alter table native_clients enable row level security;
alter table native_clients force row level security;
create policy tenant on native_clients using (visible_to_tenant(account_id));

-- With the client goes everything that was allowed to it, also what is allowed while the client is removed.
alter table oauth_connections
  add column native_client_id text,
  add constraint oauth_connections_native_client_fkey
    foreign key (account_id, native_client_id) references native_clients on delete cascade;
create index oauth_connections_of_native_client on oauth_connections (account_id, native_client_id)
  where native_client_id is not null;
