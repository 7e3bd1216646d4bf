-- revision 1, text c3d8384bde148824, signature 6c0cd05bb429d5fc
-- Refuses to remove the last owner of an account, unless the account is being erased.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner')
     or current_setting('spindle.erases_account', true) = 'on' then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('owners ' || old.account_id, 22));
  if not exists (select 1 from memberships where account_id = old.account_id and role = 'owner') then
    raise exception 'The account % would have no owner', old.account_id
      using errcode = 'check_violation', constraint = 'memberships_last_owner';
  end if;
  return null;
end $$;
