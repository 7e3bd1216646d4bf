-- What changed lately, for those who watch: ids and statuses, nothing else. Filled by the triggers below, read by
-- features/live, forgotten after a day. A reader keeps the snapshot it has read with, and asks for what that one could not
-- see: nothing is missed and nothing waits, in whatever order transactions commit. So no lock and no notification is needed.
create table live_events (
  account_id  account_ref not null,
  xid         xid8 not null default pg_current_xact_id(),
  seq         bigserial not null,
  kind        text not null check (kind in ('release', 'delivery', 'upload', 'key')),
  id          text not null,
  -- Of a delivery.
  release_id  text,
  status      text not null,
  at          timestamptz(3) not null default now(),
  primary key (account_id, seq)
);
create index live_events_news on live_events (xid, account_id);
create index live_events_of_account on live_events (account_id, xid);
create index live_events_age on live_events (at);
alter table live_events enable row level security;
alter table live_events force row level security;
create policy tenant on live_events using (visible_to_tenant(account_id));

create function tell_release() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status)
    values (new.account_id, 'release', new.id, case when new.deleted_at is null then new.status else 'deleted' end);
  return null;
end $$;
create trigger live_insert after insert on releases for each row execute function tell_release();
create trigger live_update after update on releases for each row
  when (old.version is distinct from new.version or old.status is distinct from new.status)
  execute function tell_release();

create function tell_delivery() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, release_id, status)
    values (new.account_id, 'delivery', new.id, new.release_id, new.status);
  return null;
end $$;
create trigger live_insert after insert on deliveries for each row execute function tell_delivery();
create trigger live_update after update on deliveries for each row
  when ((old.status, old.attempts, old.next_attempt_at, old.live_revision)
        is distinct from (new.status, new.attempts, new.next_attempt_at, new.live_revision))
  execute function tell_delivery();

create function tell_upload() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status) values (new.account_id, 'upload', new.id, new.status);
  return null;
end $$;
create trigger live_insert after insert on uploads for each row execute function tell_upload();
create trigger live_update after update on uploads for each row
  when (old.status is distinct from new.status) execute function tell_upload();

create function tell_key() returns trigger language plpgsql as $$
begin
  insert into live_events (account_id, kind, id, status)
    values (new.account_id, 'key', new.id, case when new.revoked_at is null then 'active' else 'revoked' end);
  return null;
end $$;
create trigger live_insert after insert on api_keys for each row execute function tell_key();
create trigger live_update after update on api_keys for each row
  when ((old.revoked_at, old.rotated_to, old.expires_at) is distinct from (new.revoked_at, new.rotated_to, new.expires_at))
  execute function tell_key();
