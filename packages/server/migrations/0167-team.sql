-- Members change what they are; somebody always owns the account; what people did stays written down; keys tell where
-- they were last used from.

-- Two owners who take the role from each other at the same moment wait for each other here: the second one sees what the
-- first one did, and is refused.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('owners ' || old.account_id, 22));
  if not exists (select 1 from memberships where account_id = old.account_id and role = 'owner') then
    raise exception 'The account % would have no owner', old.account_id
      using errcode = 'check_violation', constraint = 'memberships_last_owner';
  end if;
  return null;
end $$;
create trigger keep_an_owner after update or delete on memberships for each row execute function keep_an_owner();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on account_audit_events
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on hub_audit_events
  for each statement execute function refuse_change();

-- What one person did, newest last: the sign-ins in the activity of an account.
create index hub_audit_events_of_actor on hub_audit_events ((actor ->> 'id'), id);

-- A newer invitation of the same address replaces an older one.
create index invitations_open on invitations (account_id, lower(email)) where used_at is null;

alter table api_keys add column last_used_from text check (length(last_used_from) <= 100);

-- The maker's name as it was then.
alter table api_keys add column made_by_name text check (length(made_by_name) <= 200);
update api_keys set made_by_name = users.name from users where users.id = api_keys.made_by;
