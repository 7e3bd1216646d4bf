-- revision 1, text 01816a905b8c55c0, signature 902cbc30bb0c4f66
-- An event for the live stream of the account: an upload was made or changed its status.
create or replace function tell_upload() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status) values (new.account_id, 'upload', new.id, new.status);
  return null;
end $$;
