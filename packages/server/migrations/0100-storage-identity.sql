-- Which storage of uploads belongs to this database. The storage carries the same id in a mark of its own; a hub whose
-- database does not know the mark does not start on it, because every file there would look like litter.
-- generation grows in both with every start and sweep: a storage that is ahead says that the database was restored.

create table storage_identity (
  is_only      boolean primary key default true check (is_only),
  hub_id       text not null check (length(hub_id) between 1 and 100),
  generation   bigint not null default 0,
  -- Until then no file is taken for litter.
  sweep_after  timestamptz(3)
);
