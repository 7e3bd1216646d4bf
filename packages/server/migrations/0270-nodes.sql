-- compatible-from: 0190-outside-sign-in.sql
-- The processes of the hub. Each writes its own row every few seconds, so that whoever looks sees who runs, whether the
-- clocks agree and whether all were given the same configuration. No secret: of the hub's secret only the id of the key.
create table nodes (
  id          uuid primary key,
  host        text not null,
  process     integer not null,
  role        text not null check (role in ('api', 'worker', 'all')),
  version     text not null,
  started_at  timestamptz not null default now(),
  seen_at     timestamptz not null default now(),
  -- How far its clock is ahead of the database's.
  skew_ms     integer not null,
  storage     text not null,
  secret_id   text not null,
  property_ids  text[] not null,
  -- Settings that every node should have alike, by their names.
  settings    jsonb not null
);
