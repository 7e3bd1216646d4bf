-- revision 1, text 91d0c8ac01b5102a, signature 6b27aefc3ba54299
-- The rows of a table count among the metadata of its account, until the import is deleted.
create or replace function count_table_import_release() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_usage(new.account_id, 0, octet_length(new.rows::text)::bigint, 0, 0, 0);
  else perform add_usage(old.account_id, 0, -octet_length(old.rows::text)::bigint, 0, 0, 0);
  end if;
  return null;
end $$;
