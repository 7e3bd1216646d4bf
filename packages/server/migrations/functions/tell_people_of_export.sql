-- revision 1, text e248a32f0ddd6f54, signature ef3c73c7abdad2b9
-- What people are told of an export.
create or replace function tell_people_of_export() returns trigger language plpgsql as $$
begin
  perform add_notice(new.account_id, 'files', 'export_' || new.status, jsonb_build_object(
    'id', new.id, 'title', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD')));
  return null;
end $$;
