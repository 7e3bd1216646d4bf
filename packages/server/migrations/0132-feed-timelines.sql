-- A cursor of the feed is good for the timeline it was given in. Positions are given a second time when the database goes
-- back: after a restore, or a failover to a standby that lacked the last commits. A property whose cursor is ahead would
-- miss takedowns, so it is sent through the whole feed again. PostgreSQL counts its own timelines; a row here begins a new
-- one where PostgreSQL cannot know, as after a copy of the files was put back.
create table feed_timelines (
  number    int generated always as identity primary key,
  began_at  timestamptz(3) not null default now(),
  reason    text not null check (length(reason) between 1 and 500)
);
