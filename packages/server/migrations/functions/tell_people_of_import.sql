-- revision 1, text ae710c111264c022, signature 85b68984a4f5f502
-- What people are told of a message that was read.
create or replace function tell_people_of_import() returns trigger language plpgsql as $$
begin
  perform add_notice(new.account_id, 'files',
    case when new.status in ('refused', 'incomplete') then 'message_refused' else 'message_imported' end,
    jsonb_build_object('id', new.id, 'title', left(coalesce(new.message_id, new.id), 200)));
  return null;
end $$;
