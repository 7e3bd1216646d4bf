-- Counters of today are counted up many times. With room on its page a new version of a row stays beside the old one
-- and no index learns of it; on full pages both indexes were written again for every cell of every fold. Pages that
-- are there already keep what they hold.
do $$
declare name text;
begin
  foreach name in array array['play_days', 'play_track_days', 'play_audience_days', 'play_territory_days'] loop
    execute format('alter table %I set (fillfactor = 70)', name);
  end loop;
end $$;
