-- compatible-from: 0302-reports-of-accounts.sql
-- What a large batch of plays counts, in one row for each lane: the n-th members of the arrays are a cell, as a row of
-- play_deltas is one. Thousands of rows less to write for a batch, and to delete for a fold. A node of an older version
-- folds play_deltas only; packs wait for a newer one.
create table play_packs (
  lane       smallint not null check (lane between 0 and 7),
  series     int[] not null,
  day        date[] not null,
  territory  text[] collate "C" not null,
  source     text[] collate "C" not null,
  model      text[] collate "C" not null,
  streams    int[] not null,
  timed      int[] not null,
  played_ms  bigint[] not null,
  check (cardinality(series) > 0),
  check (cardinality(series) = all (array[cardinality(day), cardinality(territory), cardinality(source), cardinality(model),
                                          cardinality(streams), cardinality(timed), cardinality(played_ms)]))
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 1);

-- They are gone within the second: packing them tighter costs more than it saves.
do $$
declare name text;
begin
  foreach name in array array['series', 'day', 'territory', 'source', 'model', 'streams', 'timed', 'played_ms'] loop
    execute format('alter table play_packs alter %I set storage external', name);
  end loop;
end $$;
