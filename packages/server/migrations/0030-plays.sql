-- Plays as properties report them, and the roll-ups analytics read.
-- plays is the raw record: its primary key makes an event count once, and a day of it is dropped whole when its time is
-- over. What was accepted is written to play_deltas in the same statement; a job folds those into the roll-ups, so that
-- properties never wait for each other's counters.

-- What one source says of one track: (source, outlet, track) as a number, so that a billion counters stay narrow. It has
-- no foreign key to the track: numbers outlive a track that a later revision left out.
create table play_series (
  account_id  account_ref not null references accounts,
  number      int generated always as identity unique,
  source_kind text not null check (source_kind in ('plays', 'report', 'sandbox')),
  -- Plain characters: analytics writes it into JSON as it is.
  outlet_id   text collate "C" not null check (outlet_id ~ '^[A-Za-z0-9._:-]{1,64}$'),
  release_id  text collate "C" not null,
  track_id    text collate "C" not null,
  legacy      boolean not null,
  primary key (account_id, number),
  unique (account_id, source_kind, outlet_id, track_id)
);
create index play_series_release on play_series (account_id, release_id);

-- Belongs to properties, which have no account. Partitions are made by the hub, one for each UTC day of the events.
create table plays (
  day        date not null,
  property   text collate "C" not null,
  id         text collate "C" not null check (length(id) between 1 and 64),
  at         timestamptz(3) not null,
  series     int not null,
  -- Empty where the event does not say.
  territory  text collate "C" not null check (length(territory) in (0, 2)),
  source     text collate "C" not null,
  model      text collate "C" not null,
  played_ms  int check (played_ms >= 0),
  primary key (day, property, id)
) partition by range (day);

-- Accepted and not yet in the roll-ups.
create table play_deltas (
  series     int not null,
  day        date not null,
  territory  text collate "C" not null,
  source     text collate "C" not null,
  model      text collate "C" not null,
  streams    int not null,
  -- How many of the streams say how long they were played.
  timed      int not null,
  played_ms  bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 1);

-- Four grains of the same numbers. A question is answered from the coarsest that knows its dimensions.
create table play_days (
  account_id  account_ref not null,
  series      int not null,
  day         date not null,
  territory   text collate "C" not null,
  source      text collate "C" not null,
  model       text collate "C" not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, series, day, territory, source, model)
);

create table play_track_days (
  account_id  account_ref not null,
  series      int not null,
  day         date not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, series, day)
);

create table play_audience_days (
  account_id  account_ref not null,
  day         date not null,
  territory   text collate "C" not null,
  source      text collate "C" not null,
  model       text collate "C" not null,
  source_kind text not null,
  outlet_id   text collate "C" not null,
  legacy      boolean not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, day, territory, source, model, source_kind, outlet_id, legacy)
);

create table play_territory_days (
  account_id  account_ref not null,
  day         date not null,
  territory   text collate "C" not null,
  source_kind text not null,
  outlet_id   text collate "C" not null,
  legacy      boolean not null,
  streams     bigint not null,
  timed       bigint not null,
  played_ms   bigint not null,
  primary key (account_id, day, territory, source_kind, outlet_id, legacy)
);

-- Who reports about an account, and up to when its reports are in the roll-ups.
create table play_sources (
  account_id   account_ref not null references accounts,
  source_kind  text not null,
  outlet_id    text collate "C" not null,
  legacy       boolean not null,
  as_of        timestamptz(3) not null,
  timed        boolean not null,
  primary key (account_id, source_kind, outlet_id, legacy)
);

do $$
declare name text;
begin
  foreach name in array array['play_series', 'play_days', 'play_track_days', 'play_audience_days',
                              'play_territory_days', 'play_sources'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
