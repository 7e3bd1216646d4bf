-- revision 1, text 6cd73778b3545933, signature a7f2700123ca4927
-- An event for the live stream of the account: a delivery was made or changed its status.
create or replace function tell_delivery() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, release_id, status)
    values (new.account_id, 'delivery', new.id, new.release_id, new.status);
  return null;
end $$;
