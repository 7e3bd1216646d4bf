-- revision 1, text e5c2389211d623e7, signature cc6dcb6039459c00
-- Messages, file lists and reports of imports count among the metadata of their account.
create or replace function count_import() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := import_bytes(new.message, new.files, new.report); end if;
  if tg_op <> 'INSERT' then bytes := bytes - import_bytes(old.message, old.files, old.report); end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
