-- revision 1, text d372709d15529a96, signature ad3eb40bc181db6f
-- Audit events are only ever added. The erasure of an account takes its events with it and says so for its transaction.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'account_audit_events'
     and current_setting('spindle.erases_account', true) = 'on' then
    return null;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
