-- compatible-from: 0395-table-imports.sql
-- What the columns of an account's tables mean, kept by name, and the copy that each import was handed in with. An older
-- version does not know mappings: a table with one that it reads first is refused or read by the names of its columns.
create table table_mappings (
  account_id  account_ref not null references accounts,
  name        text not null check (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  mapping     json not null check (octet_length(mapping::text) <= 131072),
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (account_id, name)
);
alter table table_mappings enable row level security;
alter table table_mappings force row level security;
create policy tenant on table_mappings using (visible_to_tenant(account_id));

alter table table_imports
  add column mapping json check (octet_length(mapping::text) <= 131072),
  add column mapping_name text,
  -- What the columns may mean, if some are only guessed.
  add column suggested json,
  -- Which column was read as which field.
  add column columns json not null default '[]',
  add column track_count int not null default 0 check (track_count >= 0);
