-- Eight lanes of plays that wait to be counted: each account has one, so that lanes are folded side by side and never
-- touch the same counters. The identifier ends in random characters.
create function play_lane(an_account text) returns smallint language sql immutable parallel safe
  return (ascii(right(an_account, 1)) & 7)::smallint;

alter table play_deltas rename to play_deltas_of_all;

create table play_deltas (
  lane       smallint not null check (lane between 0 and 7),
  series     int not null,
  day        date not null,
  territory  text collate "C" not null,
  source     text collate "C" not null,
  model      text collate "C" not null,
  streams    int not null,
  -- How many of the streams say how long they were played.
  timed      int not null,
  played_ms  bigint not null
) partition by list (lane);

do $$
begin
  for lane in 0..7 loop
    execute format('create table play_deltas_%s partition of play_deltas for values in (%s)
                    with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 1)', lane, lane);
  end loop;
end $$;

insert into play_deltas
  select play_lane(s.account_id), d.series, d.day, d.territory, d.source, d.model, d.streams, d.timed, d.played_ms
  from play_deltas_of_all d join play_series s on s.number = d.series;
drop table play_deltas_of_all;
