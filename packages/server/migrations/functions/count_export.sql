-- revision 1, text 3de490592e502ab4, signature 36e56208f9f24092
-- The stored part of an export lies beside the uploads, so it counts with them.
create or replace function count_export() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op = 'UPDATE' then bytes := coalesce(new.head_bytes, 0); end if;
  perform add_usage(old.account_id, 0, 0, 0, 0, bytes - coalesce(old.head_bytes, 0));
  return null;
end $$;
