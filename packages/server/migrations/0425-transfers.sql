-- compatible-from: 0410-mail.sql
-- functions: count_transfer
-- Catalogs that come from another distributor: its releases as its table has them, and which of its copies are down. What
-- differs and how far each store is comes from releases and deliveries when it is asked for; nothing of it is stored. An
-- older version ignores these tables; a table that waits is read by nodes of this one.
create table transfers (
  account_id   account_ref not null references accounts,
  id           text not null check (id ~ '^trf_[0-9A-HJKMNP-TV-Z]{26}$'),
  name         text not null check (length(name) between 1 and 200),
  distributor  text not null check (length(distributor) between 1 and 200),
  -- The day on which the old distributor takes its copies down.
  deadline     date not null,
  status       text not null default 'waiting' check (status in ('waiting', 'ready', 'refused')),
  -- The stores that have the releases from both.
  outlet_ids   text[] not null check (cardinality(outlet_ids) between 1 and 100),
  filename     text check (length(filename) between 1 and 255),
  preset       text check (length(preset) between 1 and 64),
  mapping      json,
  -- The bytes as they came, until they are read.
  content      bytea check (octet_length(content) <= 8388608),
  ignored      json not null default '[]',
  suggested    json,
  problems     json not null default '[]',
  release_count int not null default 0 check (release_count between 0 and 10000),
  track_count  int not null default 0 check (track_count >= 0),
  -- In the quota of the account, with the rows of its releases.
  stored_bytes bigint not null check (stored_bytes >= 0),
  created_at   timestamptz(3) not null,
  primary key (account_id, id),
  check ((status = 'waiting') = (content is not null))
);
create index transfers_waiting on transfers (created_at) where status = 'waiting';

create table transfer_releases (
  account_id   account_ref not null references accounts,
  transfer_id  text not null,
  position     int not null check (position between 1 and 10000),
  line         int not null check (line >= 1),
  upc          text not null check (length(upc) between 1 and 14),
  gtin14       text not null check (gtin14 ~ '^[0-9]{14}$'),
  -- Null where the table says nothing. A version is empty if the table has the column and the cell is.
  title        text check (length(title) between 1 and 500),
  version      text check (length(version) <= 200),
  artist       text check (length(artist) between 1 and 1000),
  label        text check (length(label) between 1 and 500),
  release_date date,
  primary key (account_id, transfer_id, position),
  unique (account_id, transfer_id, gtin14),
  foreign key (account_id, transfer_id) references transfers on delete cascade
);

create table transfer_tracks (
  account_id   account_ref not null references accounts,
  transfer_id  text not null,
  release_position int not null,
  position     int not null check (position between 1 and 500),
  line         int not null check (line >= 1),
  isrc         text check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  title        text check (length(title) between 1 and 500),
  version      text check (length(version) <= 200),
  artist       text check (length(artist) between 1 and 1000),
  duration_ms  int check (duration_ms between 0 and 86400000),
  primary key (account_id, transfer_id, release_position, position),
  foreign key (account_id, transfer_id, release_position) references transfer_releases on delete cascade
);

-- Old copies that a person or key said are down. A release is live at the store then, or there is a reason.
create table transfer_marks (
  account_id   account_ref not null references accounts,
  transfer_id  text not null,
  release_position int not null,
  outlet_id    text not null check (length(outlet_id) between 1 and 64),
  at           timestamptz(3) not null,
  -- As events of releases name people and keys.
  actor        json not null,
  reason       text check (length(reason) between 1 and 500),
  primary key (account_id, transfer_id, release_position, outlet_id),
  foreign key (account_id, transfer_id, release_position) references transfer_releases on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['transfers', 'transfer_releases', 'transfer_tracks', 'transfer_marks'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (visible_to_tenant(account_id))', name);
  end loop;
end $$;

create constraint trigger usage_insert after insert on transfers deferrable initially deferred
  for each row execute function count_transfer();
create constraint trigger usage_update after update on transfers deferrable initially deferred
  for each row when (old.stored_bytes <> new.stored_bytes) execute function count_transfer();
create constraint trigger usage_delete after delete on transfers deferrable initially deferred
  for each row execute function count_transfer();

-- What the comparison reads of releases.
create or replace view published_releases with (security_invoker = true) as
  select account_id, id, title, type, display_artist, label, upc, gtin14, release_date, track_count, legacy,
         status, deleted_at, document ->> 'version' as version
  from releases;
create or replace view published_tracks with (security_invoker = true) as
  select account_id, release_id, id, position, isrc, duration_ms, title, upload_id,
         document ->> 'version' as version, document ->> 'displayArtist' as display_artist
  from tracks;
-- The ISRC under which each audio was first delivered.
create view published_recordings with (security_invoker = true) as
  select account_id, isrc, pcm_sha256, title, release_id from recordings;
create view published_deliveries with (security_invoker = true) as
  select account_id, release_id, outlet_id, status, offered_round, next_attempt_at, live_at from deliveries;
