-- revision 1, text ed3a03dc11a93665, signature 0b2f52342d810862
-- Open uploads, waiting analyses and stored bytes.
create or replace function count_upload() returns trigger language plpgsql as $$
declare
  is_open bigint := 0;
  is_waiting bigint := 0;
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then
    is_open := (new.status = 'awaiting_data')::int;
    is_waiting := (new.status in ('received', 'analysing'))::int;
    if new.status <> 'expired' and not (new.status = 'rejected' and new.sha256 is null) then
      bytes := coalesce(new.size, new.received_bytes);
    end if;
  end if;
  if tg_op <> 'INSERT' then
    is_open := is_open - (old.status = 'awaiting_data')::int;
    is_waiting := is_waiting - (old.status in ('received', 'analysing'))::int;
    if old.status <> 'expired' and not (old.status = 'rejected' and old.sha256 is null) then
      bytes := bytes - coalesce(old.size, old.received_bytes);
    end if;
  end if;
  if (is_open, is_waiting, bytes) <> (0, 0, 0) then
    perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, 0, is_open, is_waiting,
                      bytes);
  end if;
  return null;
end $$;
