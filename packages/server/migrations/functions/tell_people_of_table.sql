-- revision 1, text a2b3696344b63b72, signature 6e13f14ff016bd7d
-- What people are told of a table of releases: how many of each outcome.
create or replace function tell_people_of_table() returns trigger language plpgsql as $$
begin
  perform add_notice(new.account_id, 'files', case new.status when 'refused' then 'table_refused' else 'table_imported' end,
    jsonb_build_object('id', new.id, 'title', coalesce(left(new.filename, 200), 'table'), 'reason', (
      select string_agg(outcomes.count || ' ' || outcomes.outcome, ', ' order by outcomes.outcome)
      from (select outcome, count(*) as count from table_import_releases
            where account_id = new.account_id and import_id = new.id group by outcome) outcomes)));
  return null;
end $$;
