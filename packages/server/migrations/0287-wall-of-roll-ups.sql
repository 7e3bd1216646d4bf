-- The same wall between accounts around what is read by the hundred thousand rows. visible_to_tenant() becomes part of
-- the statement and asks for the setting at every row, which was two fifths of what a question to the roll-ups cost; in a
-- subquery of its own it is asked once a statement. A function with a subquery cannot become part of a statement, so
-- the expression stands here.
do $$
declare name text;
begin
  foreach name in array array['play_series', 'play_days', 'play_track_days', 'play_audience_days',
                              'play_territory_days', 'play_months', 'play_track_months', 'play_audience_months',
                              'play_territory_months', 'report_cells'] loop
    execute format($policy$
      alter policy tenant on %I using (
        case
          when coalesce((select nullif(current_setting('spindle.account_id', true), '')), account_id) = account_id then true
          else false
        end
      )$policy$, name);
  end loop;
end $$;
