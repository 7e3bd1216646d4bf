-- compatible-from: 0302-reports-of-accounts.sql
-- Two things that whoever watches the hub asks for. An older version writes neither.

-- Since when something waits in a lane of plays to be counted. Plays themselves carry no time of arrival: they are too many.
-- Filled by the fold (features/plays/rollups/fold-lag-store.ts).
create table play_lanes (
  lane           smallint primary key check (lane between 0 and 7),
  -- Null while nothing waits.
  waiting_since  timestamptz(3)
) with (fillfactor = 50);

-- Backups that were restored to see that they can be.
create table restore_drills (
  number      int generated always as identity primary key,
  -- Null where it was restored by other means.
  backup_id   text check (length(backup_id) between 1 and 100),
  drilled_at  timestamptz(3) not null default now()
);
