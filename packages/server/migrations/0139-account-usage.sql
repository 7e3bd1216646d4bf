-- What each account has, for its quotas. Triggers count, whoever writes; a create reads a few numbers and no table.
-- Each account has up to 16 rows, and a connection counts in the one of its process id, so that writes of one account
-- do not wait for each other. The truth is their sum; a single row may be negative. The triggers are deferred: the row is
-- among the last locks a transaction takes.

alter table releases add column document_bytes bigint not null default 0;
alter table release_revisions add column document_bytes bigint not null default 0;
update releases r set document_bytes = octet_length(r.document::text) + coalesce(
  (select sum(octet_length(t.document::text)) from tracks t where t.account_id = r.account_id and t.release_id = r.id), 0);
update release_revisions set document_bytes = octet_length(document::text) + octet_length(tracks::text);

create table account_usage (
  account_id        account_ref not null references accounts,
  slot              int not null,
  releases          bigint not null default 0,
  document_bytes    bigint not null default 0,
  open_uploads      bigint not null default 0,
  waiting_analyses  bigint not null default 0,
  stored_bytes      bigint not null default 0,
  primary key (account_id, slot)
);
alter table account_usage enable row level security;
alter table account_usage force row level security;
create policy tenant on account_usage using (visible_to_tenant(account_id));

insert into account_usage (account_id, slot, releases, document_bytes, open_uploads, waiting_analyses, stored_bytes)
  select a.id, 0,
    (select count(*) from releases r where r.account_id = a.id and r.deleted_at is null),
    (select coalesce(sum(document_bytes), 0) from releases r where r.account_id = a.id)
      + (select coalesce(sum(document_bytes), 0) from release_revisions r where r.account_id = a.id),
    (select count(*) from uploads u where u.account_id = a.id and u.status = 'awaiting_data'),
    (select count(*) from uploads u where u.account_id = a.id and u.status in ('received', 'analysing')),
    (select coalesce(sum(coalesce(u.size, u.received_bytes)), 0) from uploads u
      where u.account_id = a.id and u.status <> 'expired' and not (u.status = 'rejected' and u.sha256 is null))
  from accounts a;

create function add_usage(an_account text, some_releases bigint, some_document_bytes bigint, some_open bigint,
                          some_waiting bigint, some_stored_bytes bigint) returns void language sql as $$
  insert into account_usage as usage
    (account_id, slot, releases, document_bytes, open_uploads, waiting_analyses, stored_bytes)
  values (an_account, pg_backend_pid() % 16, some_releases, some_document_bytes, some_open, some_waiting,
          some_stored_bytes)
  on conflict (account_id, slot) do update
    set releases = usage.releases + excluded.releases,
        document_bytes = usage.document_bytes + excluded.document_bytes,
        open_uploads = usage.open_uploads + excluded.open_uploads,
        waiting_analyses = usage.waiting_analyses + excluded.waiting_analyses,
        stored_bytes = usage.stored_bytes + excluded.stored_bytes
$$;

create function count_release() returns trigger language plpgsql as $$
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
create constraint trigger usage_insert after insert on releases deferrable initially deferred
  for each row execute function count_release();
create constraint trigger usage_update after update on releases deferrable initially deferred
  for each row when ((old.deleted_at, old.document_bytes) is distinct from (new.deleted_at, new.document_bytes))
  execute function count_release();
create constraint trigger usage_delete after delete on releases deferrable initially deferred
  for each row execute function count_release();

create function count_revision() returns trigger language plpgsql as $$
declare
  bytes bigint := 0;
begin
  if tg_op <> 'DELETE' then bytes := new.document_bytes; end if;
  if tg_op <> 'INSERT' then bytes := bytes - old.document_bytes; end if;
  perform add_usage(case when tg_op = 'DELETE' then old.account_id else new.account_id end, 0, bytes, 0, 0, 0);
  return null;
end $$;
create constraint trigger usage_insert after insert on release_revisions deferrable initially deferred
  for each row execute function count_revision();
create constraint trigger usage_update after update on release_revisions deferrable initially deferred
  for each row when (old.document_bytes is distinct from new.document_bytes) execute function count_revision();
create constraint trigger usage_delete after delete on release_revisions deferrable initially deferred
  for each row execute function count_revision();

create function count_upload() returns trigger language plpgsql as $$
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
create constraint trigger usage_insert after insert on uploads deferrable initially deferred
  for each row execute function count_upload();
-- A checkpoint of an upload of known length changes nothing that is counted.
create constraint trigger usage_update after update on uploads deferrable initially deferred
  for each row when ((old.status, coalesce(old.size, old.received_bytes))
                     is distinct from (new.status, coalesce(new.size, new.received_bytes)))
  execute function count_upload();
create constraint trigger usage_delete after delete on uploads deferrable initially deferred
  for each row execute function count_upload();

-- Counted above.
drop index uploads_open, uploads_stored;
