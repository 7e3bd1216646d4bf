-- compatible-from: 0282-reports.sql
-- An account that is erased takes its audit and its owners with it. Whoever erases says so for the transaction; everything
-- else is refused as before.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'account_audit_events'
     and current_setting('spindle.erases_account', true) = 'on' then
    return null;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;

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
