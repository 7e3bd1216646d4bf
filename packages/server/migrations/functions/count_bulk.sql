-- revision 1, text a4c8cd818c6b1b34, signature 7dd045f6c4dade5b
-- revision 1, text 0, signature 0
-- Bulk jobs with their releases count among the metadata of their account.
create or replace function count_bulk() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.stored_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.stored_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
