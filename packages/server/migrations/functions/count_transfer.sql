-- revision 1, text 67d7d01c39589056, signature c36c75a1d297a43d
-- revision 1, text 0, signature 0
-- Transfers with their releases count among the metadata of their account.
create or replace function count_transfer() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.stored_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.stored_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
