-- What the hub keeps of an export lies in the storage beside the uploads, so it counts with them.
create function count_export() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op = 'UPDATE' then bytes := coalesce(new.head_bytes, 0); end if;
  perform add_usage(old.account_id, 0, 0, 0, 0, bytes - coalesce(old.head_bytes, 0));
  return null;
end $$;
create constraint trigger usage_update after update on exports deferrable initially deferred
  for each row when (old.head_bytes is distinct from new.head_bytes) execute function count_export();
create constraint trigger usage_delete after delete on exports deferrable initially deferred
  for each row when (old.head_bytes is not null) execute function count_export();

select add_usage(account_id, 0, 0, 0, 0, sum(head_bytes)::bigint)
  from exports where head_bytes is not null group by account_id;
