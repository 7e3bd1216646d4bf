-- compatible-from: 0387-search-texts.sql
-- functions: count_table_import, count_table_import_release
-- Tables of releases that accounts hand in: the outcome of each release, and what it still waits for. Both are deleted 30
-- days after the end.
create table table_imports (
  account_id  account_ref not null references accounts,
  id          text not null check (id ~ '^tbi_[0-9A-HJKMNP-TV-Z]{26}$'),
  status      text not null default 'waiting'
              check (status in ('waiting', 'running', 'done', 'refused', 'undoing', 'undone')),
  dry_run     boolean not null,
  filename    text check (length(filename) between 1 and 255),
  -- Wanted by the account, or recognised by the names of the columns.
  preset      text check (length(preset) between 1 and 64),
  -- The bytes as they came, until they are read.
  content     bytea check (octet_length(content) <= 8388608),
  sha256      bytea not null check (length(sha256) = 32),
  -- Who handed it in, as events of releases name people and keys.
  actor       json not null,
  -- The names of the columns as written, and those that mean nothing to the hub.
  head        json not null default '[]',
  ignored     json not null default '[]',
  problems    json not null default '[]',
  row_count   int not null default 0 check (row_count >= 0),
  created_at  timestamptz(3) not null,
  ended_at    timestamptz(3),
  primary key (account_id, id),
  check ((status in ('done', 'refused', 'undone')) = (ended_at is not null)),
  check ((status = 'waiting') = (content is not null)),
  check (not (dry_run and status in ('undoing', 'undone')))
);
create index table_imports_open on table_imports (created_at) where ended_at is null;
create index table_imports_ended on table_imports (ended_at) where ended_at is not null;

create table table_import_releases (
  account_id  account_ref not null,
  import_id   text not null,
  position    int not null check (position >= 1),
  key         text not null check (length(key) between 1 and 300),
  title       text,
  line        int not null check (line >= 1),
  -- Its rows as they came: line and cells.
  rows        json not null,
  row_count   int not null check (row_count >= 1),
  outcome     text not null default 'waiting'
              check (outcome in ('waiting', 'created', 'updated', 'unchanged', 'refused', 'undone')),
  -- A job has to look at it.
  is_due      boolean not null default true,
  release_id  text,
  -- The last revision that this import wrote: a draft with another one was changed by others.
  revision    int,
  problems    json not null default '[]',
  errors      int not null default 0 check (errors >= 0),
  -- Masters and the cover that it waits for.
  missing     json not null default '[]',
  missing_count int not null default 0 check (missing_count >= 0),
  primary key (account_id, import_id, position),
  foreign key (account_id, import_id) references table_imports (account_id, id) on delete cascade
);
create index table_import_releases_due on table_import_releases (account_id, import_id, position) where is_due;
-- One release cannot be described twice by one table: the second description would undo the first one.
create unique index table_import_releases_once on table_import_releases (account_id, import_id, release_id)
  where release_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['table_imports', 'table_import_releases'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;

create constraint trigger usage_insert after insert on table_imports deferrable initially deferred
  for each row execute function count_table_import();
create constraint trigger usage_update after update on table_imports deferrable initially deferred
  for each row when (old.content is distinct from new.content) execute function count_table_import();
create constraint trigger usage_delete after delete on table_imports deferrable initially deferred
  for each row execute function count_table_import();
create constraint trigger usage_insert after insert on table_import_releases deferrable initially deferred
  for each row execute function count_table_import_release();
create constraint trigger usage_delete after delete on table_import_releases deferrable initially deferred
  for each row execute function count_table_import_release();

-- Masters are found by the name of their file and by their digest.
create index uploads_named on uploads (account_id, (regexp_replace(normalize(filename), '^.*[/\\]', '')), id)
  where filename is not null;
create index uploads_digest on uploads (account_id, sha256) where sha256 is not null;
