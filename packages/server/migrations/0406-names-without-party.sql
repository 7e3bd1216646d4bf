-- compatible-from: 0403-compressed-store-messages.sql
-- The names that the present document of a release credits without naming a party, so that parties are suggested for them. A
-- release that an older version wrote has no present form of its words: the job that renews words also writes its names. It
-- does the same for all releases that exist. An older version neither reads nor writes these tables.
create table release_names (
  account_id  account_ref not null,
  release_id  text not null,
  -- As written. A row for each spelling.
  name        text not null check (name <> ''),
  -- The same for all spellings: without case, spaces, punctuation and accents.
  name_key    text not null,
  -- Of the tracks that credit the name: by role, and of all roles. A track without contributors has those of its release.
  roles       jsonb not null,
  track_count int not null check (track_count >= 0),
  -- The identifiers that the contributors have, by kind.
  ids         jsonb,
  primary key (account_id, release_id, name),
  foreign key (account_id, release_id) references releases (account_id, id)
);
create index release_names_key on release_names (account_id, name_key, release_id) include (track_count);
alter table release_names enable row level security;
alter table release_names force row level security;
create policy tenant on release_names using (visible_to_tenant(account_id));

-- What the account has decided about a name: it is a party, or, without one, it is not to be suggested.
create table name_decisions (
  account_id account_ref not null references accounts,
  name_key   text not null check (name_key <> ''),
  -- As the account wrote it.
  name       text not null check (name <> ''),
  party_id   text,
  decided_at timestamptz not null default now(),
  primary key (account_id, name_key),
  foreign key (account_id, party_id) references parties (account_id, id) on delete cascade
);
create index name_decisions_party on name_decisions (account_id, party_id) where party_id is not null;
alter table name_decisions enable row level security;
alter table name_decisions force row level security;
create policy tenant on name_decisions using (visible_to_tenant(account_id));

-- The index on the first form stays for nodes of the older version.
create index release_search_outdated2 on release_search (owner_id, release_id) where not search @@ '''~form2'''::tsquery;

-- What finds a party by its names in spite of a typo. `keyed_as` is the `search` that the keys were made of: a job makes them
-- again where the two differ, as after a change by an older version.
alter table parties add column keyed_as text;
create index parties_unkeyed on parties (account_id, id) where keyed_as is distinct from search;
create table party_keys (
  account_id account_ref not null,
  party_id   text not null,
  key        text not null,
  primary key (account_id, key, party_id),
  foreign key (account_id, party_id) references parties (account_id, id) on delete cascade
);
create index party_keys_party on party_keys (account_id, party_id);
alter table party_keys enable row level security;
alter table party_keys force row level security;
create policy tenant on party_keys using (visible_to_tenant(account_id));
