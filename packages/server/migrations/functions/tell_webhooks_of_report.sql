-- revision 1, text 164016bc6e4865e0, signature 1fe5cc2f802cc28b
-- What the event `report.applied` says. Runs at the commit, when the cells show whose recordings the report is about.
create or replace function tell_webhooks_of_report() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(told.account_id, 'report.applied', json_build_object('id', new.id, 'source', new.source))
  from (
    select account_id::text from report_cells where report_id = new.id
    union select new.account_id::text where new.account_id is not null
  ) told;
  return null;
end $$;
