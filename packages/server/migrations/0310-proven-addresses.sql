-- compatible-from: 0302-reports-of-accounts.sql
-- Mail addresses are proven or not, and a change waits until it is proven (docs/decisions/0139-proven-addresses.md).
-- Existing people start unproven: anyone may have entered their address. They sign in as before.
alter table users
  add column email_proven_by text check (email_proven_by in ('setup', 'provider', 'operator', 'invitation')),
  -- Not unique on purpose: several people may ask for one address, and none of them learns of the others.
  add column pending_email text check (length(pending_email) between 3 and 254);

-- Writing another address always removes the proof, also when a node of the previous version writes it. A proof is
-- therefore written by a separate statement, after the address.
create function forget_address_proof() returns trigger language plpgsql as $$
begin
  if lower(new.email collate "C") <> lower(old.email collate "C") then
    new.email_proven_by := null;
  end if;
  return new;
end $$;
create trigger forget_address_proof before update of email on users
  for each row execute function forget_address_proof();

-- Who made an invitation, and whether as an operator of the hub. It ends with the right of the one who made it.
-- Null where an operator's command made it, or a node of the version before.
alter table invitations
  add column made_by user_ref references users,
  add column by_operator boolean not null default false;
create index invitations_of_maker on invitations (made_by) where used_at is null;

update invitations i set
  made_by = u.id,
  by_operator = e.actor ->> 'type' = 'operator' or coalesce(u.is_operator, false) and not exists (
    select 1 from memberships m where m.account_id = i.account_id and m.user_id = u.id and m.role = 'owner')
from account_audit_events e left join users u on u.id = e.actor ->> 'id'
where i.used_at is null and e.account_id = i.account_id and e.type = 'invitation.created'
  and e.data ->> 'invitation' = i.id;

-- Who made a link for another person; null for a command, and for links of the previous version.
alter table user_links add column made_by user_ref references users;
