-- Whoever is disabled allows nothing any more, and enabling a person again does not bring it back.
create function end_connections() returns trigger language plpgsql as $$
begin
  delete from oauth_connections where user_id = new.id;
  return null;
end $$;

create trigger end_connections after update of disabled_at on users
  for each row when (old.disabled_at is null and new.disabled_at is not null) execute function end_connections();
