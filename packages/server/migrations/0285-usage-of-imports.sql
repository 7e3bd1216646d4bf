-- compatible-from: 0284-imports.sql
-- Imports count as metadata of their account: the message until it is forgotten, the files and the report for good.

create function import_bytes(message bytea, files json, report json) returns bigint language sql stable as $$
  select (coalesce(octet_length(message), 0) + coalesce(octet_length(files::text), 0)
          + coalesce(octet_length(report::text), 0))::bigint
$$;

create function count_import() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := import_bytes(new.message, new.files, new.report); end if;
  if tg_op <> 'INSERT' then bytes := bytes - import_bytes(old.message, old.files, old.report); end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
create constraint trigger usage_insert after insert on imports deferrable initially deferred
  for each row execute function count_import();
create constraint trigger usage_update after update on imports deferrable initially deferred
  for each row when (import_bytes(old.message, old.files, old.report)
                     <> import_bytes(new.message, new.files, new.report))
  execute function count_import();
create constraint trigger usage_delete after delete on imports deferrable initially deferred
  for each row execute function count_import();

select add_usage(account_id, 0, sum(import_bytes(message, files, report))::bigint, 0, 0, 0)
  from imports group by account_id;
