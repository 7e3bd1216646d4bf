-- What the hub knows of its backups. While one runs, bytes that uploads lose stay where they are: the rows that it has
-- copied still name them. A backup that was killed is over once nothing was heard of it for two minutes.
create table backup_runs (
  id           text primary key check (length(id) between 1 and 100),
  started_at   timestamptz(3) not null default now(),
  seen_at      timestamptz(3) not null default now(),
  finished_at  timestamptz(3),
  -- Whether every file that the rows name is in it; null until it has finished.
  is_complete  boolean
);

-- A database that was made of a backup. Until an operator finishes the restore no stored file is taken for litter.
create table restores (
  number       int generated always as identity primary key,
  backup_id    text not null check (length(backup_id) between 1 and 100),
  backup_at    timestamptz(3) not null,
  restored_at  timestamptz(3) not null default now(),
  finished_at  timestamptz(3)
);

-- A restored database begins a timeline that no other has: its number is the time in milliseconds.
alter table feed_timelines alter column number type bigint;
