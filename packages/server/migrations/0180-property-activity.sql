-- When each property was heard of last, for the operator. Processes collect it and write now and then: a property asks
-- far more often than anybody looks.
create table property_verifications (
  property     text collate "C" primary key check (length(property) between 1 and 64),
  verified_at  timestamptz(3) not null
);
-- A token that is refused names no property, so refusals are counted for the hub.
create table refused_verifications (
  day      date primary key,
  count    bigint not null,
  last_at  timestamptz(3) not null
);
create table property_activity (
  property       text collate "C" primary key check (length(property) between 1 and 64),
  feed_read_at   timestamptz(3),
  -- Where the last page that it was given ended.
  feed_position  bigint not null default 0,
  plays_at       timestamptz(3)
);
