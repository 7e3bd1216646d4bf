-- revision 1, text 601a0497831482cc, signature e1257857885ca8cc
-- An event for the live stream of the account: a key was made or revoked.
create or replace function tell_key() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status)
    values (new.account_id, 'key', new.id, case when new.revoked_at is null then 'active' else 'revoked' end);
  return null;
end $$;
