-- revision 1, text fc5b0f2714ae4ba7, signature 42ee0fc08e0fec3d
-- Messages to stores are never deleted by age, so they count among the metadata of their account. An answer changes none of it.
create or replace function count_store_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_usage(new.account_id, 0, octet_length(new.xml) + octet_length(new.files), 0, 0, 0);
  else
    perform add_usage(old.account_id, 0, - octet_length(old.xml) - octet_length(old.files), 0, 0, 0);
  end if;
  return null;
end $$;
