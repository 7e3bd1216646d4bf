-- revision 1, text 6f271e2582279a90, signature 5faf15ea3b06e56a
-- The bytes that are kept of a report of an account.
create or replace function count_report() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.kept_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.kept_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
