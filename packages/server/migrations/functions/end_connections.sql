-- revision 1, text d6ce8b9429e4f73d, signature 29daa0f67f81c098
-- Disabling a person ends every access they have given to an application. Enabling them again does not restore it.
create or replace function end_connections() returns trigger language plpgsql as $$
begin
  delete from oauth_connections where user_id = new.id;
  return null;
end $$;
