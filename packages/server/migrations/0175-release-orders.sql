-- Lists of releases can be ordered by title, date and change, and a search stays among the releases of its account.

-- Titles as they are sorted, without case. Cut, because a cursor carries the last one; what is equal so far comes by id.
-- A column and no expression: row-level security lets an index answer only comparisons that cannot leak.
alter table releases add column sort_title text not null generated always as (left(lower(title), 60)) stored;
-- Without a date comes last where the latest date comes first.
alter table releases add column sort_date date not null
  generated always as (coalesce(release_date, '-infinity'::date)) stored;
create index releases_sort_title on releases (account_id, sort_title, id) where deleted_at is null;
create index releases_sort_date on releases (account_id, sort_date, id) where deleted_at is null;
create index releases_sort_updated on releases (account_id, updated_at, id) where deleted_at is null;

-- The state of each is counted by an index alone.
drop index releases_status;
create index releases_status on releases (account_id, status, id) where deleted_at is null;

-- What does not go on by itself.
create index releases_attention on releases (account_id, updated_at, id)
  where deleted_at is null
    and (errors > 0 or status in ('changes_requested', 'rejected', 'delivery_failed')
         or delivery_failed > 0 or delivery_refused_tracks > 0);

-- The newest of a common word were found by walking the ids of all accounts; now those of one. There is no wall on this
-- table, because its index could not be used behind one; what is found is looked up where the wall stands.
alter table release_search add column owner_id text;
update release_search s set owner_id = r.account_id from releases r where r.id = s.release_id;
delete from release_search where owner_id is null;
alter table release_search alter column owner_id set not null;
alter table release_search drop constraint release_search_pkey;
alter table release_search add primary key (owner_id, release_id);

-- Numbers are shown with what they are about.
create or replace view published_releases with (security_invoker = true) as
  select account_id, id, title, type, display_artist, label, upc, gtin14, release_date, track_count, legacy
  from releases;
create or replace view published_tracks with (security_invoker = true) as
  select account_id, release_id, id, position, isrc, duration_ms, title from tracks;
