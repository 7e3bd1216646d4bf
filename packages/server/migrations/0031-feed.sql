-- What each property may play, in the order in which it became so. Triggers keep it, whoever writes the deliveries: a
-- property that is not told of a takedown plays on.
-- Positions are given under one lock that is held until the commit, so they become visible in their order and a reader
-- that stands at position n has missed nothing before n. The triggers are deferred: the lock is the last one a
-- transaction takes, and two transactions cannot wait for each other.

create sequence feed_positions;

create table feed_entries (
  property     text collate "C" not null,
  track_id     text collate "C" not null,
  account_id   account_ref not null,
  delivery_id  text not null,
  series       int not null,
  -- Plays count from the first time on, until the track is offered no more.
  live_since   timestamptz(3) not null,
  live_until   timestamptz(3),
  position     bigint not null default nextval('feed_positions'),
  changed_at   timestamptz(3) not null default now(),
  primary key (account_id, property, track_id),
  foreign key (account_id, series) references play_series (account_id, number)
);
-- A property asks without knowing the account.
create unique index feed_entries_track on feed_entries (property, track_id);
create unique index feed_entries_order on feed_entries (property, position);
create index feed_entries_delivery on feed_entries (account_id, delivery_id);

create function enter_feed(an_account text, a_delivery text, a_track text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('spindle.feed'));
  insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
    select v.account_id, 'plays', v.outlet_id, v.release_id, v.track_id, r.legacy
    from playable_tracks v join releases r on r.account_id = v.account_id and r.id = v.release_id
    where v.account_id = an_account and v.delivery_id = a_delivery and (a_track is null or v.track_id = a_track)
    order by v.position
    on conflict do nothing;
  insert into feed_entries as entry (property, track_id, account_id, delivery_id, series, live_since)
    select v.outlet_id, v.track_id, v.account_id, v.delivery_id, s.number, coalesce(v.live_at, now())
    from playable_tracks v
    join play_series s on s.account_id = v.account_id and s.source_kind = 'plays'
      and s.outlet_id = v.outlet_id and s.track_id = v.track_id
    where v.account_id = an_account and v.delivery_id = a_delivery and (a_track is null or v.track_id = a_track)
    order by v.position
    on conflict (account_id, property, track_id) do update
      set delivery_id = excluded.delivery_id, live_since = least(entry.live_since, excluded.live_since),
          live_until = null, position = nextval('feed_positions'), changed_at = now();
  update feed_entries e set live_until = now(), position = nextval('feed_positions'), changed_at = now()
    where e.account_id = an_account and e.delivery_id = a_delivery and (a_track is null or e.track_id = a_track)
      and e.live_until is null
      and not exists (select from playable_tracks v where v.account_id = e.account_id
                        and v.delivery_id = e.delivery_id and v.track_id = e.track_id);
end $$;

create function feed_track_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform enter_feed(old.account_id, old.delivery_id, old.track_id);
  else
    perform enter_feed(new.account_id, new.delivery_id, new.track_id);
  end if;
  return null;
end $$;

create function feed_delivery_changed() returns trigger language plpgsql as $$
begin
  perform enter_feed(new.account_id, new.id, null);
  return null;
end $$;

create constraint trigger feed_insert after insert on delivery_tracks deferrable initially deferred
  for each row when (new.offered is not null) execute function feed_track_changed();
create constraint trigger feed_update after update on delivery_tracks deferrable initially deferred
  for each row when (new.offered is distinct from old.offered) execute function feed_track_changed();
create constraint trigger feed_delete after delete on delivery_tracks deferrable initially deferred
  for each row when (old.offered is not null) execute function feed_track_changed();
-- A new revision can change the release alone.
create constraint trigger feed_revision after update on deliveries deferrable initially deferred
  for each row when (new.outlet_kind = 'property' and new.live_revision is distinct from old.live_revision)
  execute function feed_delivery_changed();

alter table feed_entries enable row level security;
alter table feed_entries force row level security;
create policy tenant on feed_entries using (visible_to_tenant(account_id));
