-- revision 2, text f3d166089600e336, signature 42ee0fc08e0fec3d
-- Messages to stores are never deleted by age, so they count among the metadata of their account: as they are
-- compressed, where that is known. An answer changes none of it.
create or replace function count_store_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_usage(new.account_id, 0, coalesce(new.counted_bytes, octet_length(new.xml)) + octet_length(new.files), 0, 0, 0);
  else
    perform add_usage(old.account_id, 0, - coalesce(old.counted_bytes, octet_length(old.xml)) - octet_length(old.files), 0, 0, 0);
  end if;
  return null;
end $$;
