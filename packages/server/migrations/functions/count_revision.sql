-- revision 1, text ccd00bc432296902, signature 1828704eb1b3d9f4
-- The bytes of frozen revisions.
create or replace function count_revision() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.document_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.document_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
