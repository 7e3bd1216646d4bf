-- revision 1, text c7f82079935209f7, signature 94ed49910f6d56b6
-- An event for the live stream of the account: a release was made, changed its status or was deleted.
create or replace function tell_release() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status)
    values (new.account_id, 'release', new.id, case when new.deleted_at is null then new.status else 'deleted' end);
  return null;
end $$;
