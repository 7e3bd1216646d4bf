-- revision 1, text 8b29b663096bb814, signature 47d66c0978121c4f
-- Releases and the bytes of their documents. A deleted release no longer counts as one.
create or replace function count_release() returns trigger language plpgsql as $$
declare
  number bigint := 0;
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then
    number := (new.deleted_at is null)::int;
    bytes := new.document_bytes;
  end if;
  if tg_op <> 'INSERT' then
    number := number - (old.deleted_at is null)::int;
    bytes := bytes - old.document_bytes;
  end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, number, bytes, 0, 0, 0);
  return null;
end $$;
