-- revision 1, text 48c03b94df220eb1, signature bc82568bd0fca7d6
-- What people are told of a report. Runs at the commit, when the cells show whose recordings it is about. The name of the file
-- is left out: a report of the operator is about several accounts.
create or replace function tell_people_of_report() returns trigger language plpgsql as $$
begin
  perform add_notice(told.account_id, 'files', 'report_imported', jsonb_build_object(
    'id', new.id, 'title', new.source || ' ' || new.period_start || ' to ' || new.period_end))
  from (
    select account_id::text from report_cells where report_id = new.id
    union select new.account_id::text where new.account_id is not null
  ) told;
  return null;
end $$;
