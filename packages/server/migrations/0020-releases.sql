-- Releases, their tracks, what happened to them, and their deliveries.
-- A release row carries what lists show, so that a page is read from one table: track_list is the list's JSON of the
-- tracks, written by the same statement that writes the tracks' totals.

create table releases (
  account_id          account_ref not null references accounts,
  id                  text not null unique check (id ~ '^rel_[0-9A-HJKMNP-TV-Z]{26}$'),
  status              text not null default 'draft' check (status in (
                        'draft', 'submitted', 'in_review', 'changes_requested', 'rejected', 'approved', 'delivering',
                        'delivery_failed', 'live', 'takedown_pending', 'taken_down')),
  type                text not null check (type in ('single', 'ep', 'album')),
  title               text not null,
  display_artist      text,
  label               text,
  upc                 text,
  gtin14              text check (gtin14 ~ '^[0-9]{14}$'),
  external_id         text,
  explicit            text check (explicit in ('explicit', 'clean', 'not_explicit')),
  territories         jsonb,
  cover_upload_id     text,
  release_date        date,
  -- The instant of the release date, by its time and zone.
  available_at        timestamptz(3),
  legacy              boolean not null default false,
  -- A legacy asset is submitted as soon as nothing stops it: its API knows no submit.
  submits_itself      boolean not null default false,
  revision            int not null default 1 check (revision >= 1),
  submitted_revision  int check (submitted_revision <= revision),
  -- Set with the first delivery; from then on identifiers and audio are locked.
  first_delivered_at  timestamptz(3),
  -- What was handed in, without its tracks.
  document            jsonb not null,
  search              tsvector not null default '',
  findings            jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  errors              int not null default 0,
  warnings            int not null default 0,
  checked_at          timestamptz(3) not null default now(),
  track_count         int not null default 0,
  -- Null until every track is analysed.
  duration_ms         bigint,
  track_list          json not null default '[]',
  delivery_total      int not null default 0,
  delivery_live       int not null default 0,
  delivery_failed     int not null default 0,
  delivery_pending    int not null default 0,
  -- SHA-256 of the newest event: the next one is chained to it.
  last_event_sha256   bytea check (length(last_event_sha256) = 32),
  -- Counts every change of the row: what the entity tag is made of.
  version             int not null default 1,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  submitted_at        timestamptz(3),
  live_at             timestamptz(3),
  -- A deleted draft keeps its id and this instant, so that mirrors learn of it.
  deleted_at          timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, cover_upload_id) references uploads (account_id, id)
);
create unique index releases_external_id on releases (account_id, external_id);
create index releases_status on releases (account_id, status, id);
create index releases_type on releases (account_id, type, id);
create index releases_gtin14 on releases (account_id, gtin14) where gtin14 is not null;
create index releases_updated on releases (account_id, updated_at, id);
create index releases_released on releases (account_id, release_date, id);
create index releases_cover on releases (account_id, cover_upload_id) where cover_upload_id is not null;
create index releases_review on releases (submitted_at) where status in ('submitted', 'in_review');
create index releases_search on releases using gin (search);

create function touch_release() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger touch before update on releases for each row execute function touch_release();

create table tracks (
  account_id   account_ref not null,
  id           text not null unique check (id ~ '^trk_[0-9A-HJKMNP-TV-Z]{26}$'),
  release_id   text not null,
  -- Place in the whole release; number is the place on the disc.
  position     int not null check (position >= 1),
  disc         int not null check (disc >= 1),
  number       int not null check (number >= 1),
  title        text not null,
  isrc         text check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  upload_id    text not null,
  duration_ms  int,
  -- The track as handed in.
  document     jsonb not null,
  -- Whether an outlet was ever handed this track: its ISRC and audio are locked then.
  delivered    boolean not null default false,
  primary key (account_id, id),
  unique (account_id, release_id, position) deferrable initially deferred,
  foreign key (account_id, release_id) references releases (account_id, id),
  foreign key (account_id, upload_id) references uploads (account_id, id)
);
create index tracks_isrc on tracks (account_id, isrc) where isrc is not null;
create index tracks_upload on tracks (account_id, upload_id);
-- The same recording in other releases.
create index uploads_recording on uploads (account_id, (technical ->> 'pcmSha256'))
  where technical ->> 'pcmSha256' is not null;

-- What was submitted, frozen: deliveries and feeds read these, never the copy that is being edited.
create table release_revisions (
  account_id       account_ref not null,
  release_id       text not null,
  revision         int not null,
  document         jsonb not null,
  -- The tracks in play order, each with its id, number and length.
  tracks           jsonb not null,
  cover_upload_id  text,
  available_at     timestamptz(3),
  -- Of the release with its tracks, as JSON with members in alphabetical order.
  sha256           bytea not null check (length(sha256) = 32),
  created_at       timestamptz(3) not null default now(),
  primary key (account_id, release_id, revision),
  foreign key (account_id, release_id) references releases (account_id, id),
  foreign key (account_id, cover_upload_id) references uploads (account_id, id)
);
create index release_revisions_cover on release_revisions (account_id, cover_upload_id)
  where cover_upload_id is not null;

create table release_events (
  account_id       account_ref not null,
  id               text not null unique check (id ~ '^evt_[0-9A-HJKMNP-TV-Z]{26}$'),
  release_id       text not null,
  -- Counts the events of a release from 1: ids of one millisecond have no order.
  sequence         int not null check (sequence >= 1),
  at               timestamptz(3) not null,
  type             text not null,
  revision         int not null,
  from_status      text,
  to_status        text,
  actor            jsonb not null,
  reason           jsonb,
  data             jsonb not null default '{}',
  -- SHA-256 of this event with the digest of the one before it in it: taking one out or changing one breaks the chain.
  previous_sha256  bytea check (length(previous_sha256) = 32),
  sha256           bytea not null check (length(sha256) = 32),
  primary key (account_id, id),
  unique (account_id, release_id, sequence),
  foreign key (account_id, release_id) references releases (account_id, id)
);

create table deliveries (
  account_id       account_ref not null,
  id               text not null unique check (id ~ '^dlv_[0-9A-HJKMNP-TV-Z]{26}$'),
  release_id       text not null,
  outlet_id        text not null,
  outlet_kind      text not null check (outlet_kind in ('property', 'sandbox', 'folder', 's3', 'sftp')),
  status           text not null default 'queued' check (status in (
                     'queued', 'packaging', 'sending', 'sent', 'acknowledged', 'ingested', 'live', 'failed', 'refused',
                     'takedown_queued', 'takedown_sent', 'taken_down')),
  -- The revision on its way or there; wanted_revision follows it as soon as this one has come to rest.
  revision         int not null,
  wanted_revision  int not null,
  -- The revision the outlet offers now.
  live_revision    int,
  attempts         int not null default 0,
  next_attempt_at  timestamptz(3),
  -- While somebody talks to the outlet; past this instant the attempt counts as lost.
  leased_until     timestamptz(3),
  reason           jsonb,
  live_at          timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, release_id, outlet_id),
  foreign key (account_id, release_id) references releases (account_id, id)
);
create index deliveries_waiting on deliveries (updated_at)
  where status not in ('live', 'refused', 'taken_down');
create index deliveries_outlet on deliveries (outlet_id, updated_at);

create table delivery_tracks (
  account_id   account_ref not null,
  delivery_id  text not null,
  track_id     text not null,
  position     int not null,
  status       text not null,
  finding      jsonb,
  -- The track as the outlet offers it now; null while it does not. The upload stays referred to as long.
  offered      jsonb,
  upload_id    text,
  changed_at   timestamptz(3) not null default now(),
  primary key (account_id, delivery_id, track_id),
  foreign key (account_id, delivery_id) references deliveries (account_id, id) on delete cascade,
  foreign key (account_id, upload_id) references uploads (account_id, id),
  check ((offered is null) = (upload_id is null))
);
create index delivery_tracks_upload on delivery_tracks (account_id, upload_id) where upload_id is not null;
create index delivery_tracks_changed on delivery_tracks (changed_at);

-- Identifiers belong to the hub, not to an account: nobody ever gets one twice.
create table isrc_counters (
  prefix  text not null check (prefix ~ '^[A-Z]{2}[A-Z0-9]{3}$'),
  year    int not null check (year between 0 and 99),
  last    int not null check (last between 0 and 99999),
  primary key (prefix, year)
);

create table upc_pool (
  gtin14      text primary key check (gtin14 ~ '^[0-9]{14}$'),
  written     text not null,
  place       bigint generated always as identity,
  taken_at    timestamptz(3),
  account_id  account_ref,
  release_id  text
);
create index upc_pool_free on upc_pool (place) where taken_at is null;
-- A free code is the operator's; a taken one is seen by nobody but its account.
alter table upc_pool enable row level security;
alter table upc_pool force row level security;
create policy tenant on upc_pool using (account_id is null or visible_to_tenant(account_id));

-- What properties may play, and what they may no longer: the source of feeds. A track that is not offered any more stays
-- with is_playable = false, so that who polls by changed_at learns of it.
create view property_tracks with (security_invoker = true) as
  select d.outlet_id, t.account_id, d.release_id, t.track_id, t.delivery_id, t.position, t.upload_id,
         t.offered is not null as is_playable, t.offered as track, r.document as release,
         d.live_revision as revision, d.live_at, t.changed_at
  from delivery_tracks t
  join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
  left join release_revisions r
    on r.account_id = d.account_id and r.release_id = d.release_id and r.revision = d.live_revision
  where d.outlet_kind = 'property';

create view playable_tracks with (security_invoker = true) as
  select outlet_id, account_id, release_id, track_id, delivery_id, position, upload_id, track, release, revision,
         live_at, changed_at
  from property_tracks where is_playable;

-- Which uploads are in use, and by which release: an upload in use neither expires nor goes.
create view upload_references with (security_invoker = true) as
  select account_id, upload_id, release_id from tracks
  union
  select account_id, cover_upload_id, id from releases where cover_upload_id is not null
  union
  select account_id, cover_upload_id, release_id from release_revisions where cover_upload_id is not null
  union
  select t.account_id, t.upload_id, d.release_id
  from delivery_tracks t join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
  where t.upload_id is not null;

do $$
declare name text;
begin
  foreach name in array array['releases', 'tracks', 'release_revisions', 'release_events', 'deliveries',
                              'delivery_tracks'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;
