-- revision 1, text 605dfd2233df55fc, signature 2f563deaa22f9ed4
-- The bytes of a table that is not read yet count among the metadata of its account.
create or replace function count_table_import() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := coalesce(octet_length(new.content), 0); end if;
  if tg_op <> 'INSERT' then bytes := bytes - coalesce(octet_length(old.content), 0); end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
