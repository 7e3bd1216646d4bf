-- What the owners of tables let other features read. A feature reads its own tables and these views, and nothing else:
-- test/acceptance holds that. A view is a promise: a column that goes out of the table stays here.

-- Of uploads: the bytes of a file as they arrived, and what was found in them.
create view published_uploads with (security_invoker = true) as
  select account_id, id, size, sha256, technical from uploads;

-- Of releases: what a draft or a delivered release says at present.
create view published_releases with (security_invoker = true) as
  select account_id, id, title, type, display_artist, label, upc, gtin14, release_date, track_count, legacy
  from releases;
create view published_tracks with (security_invoker = true) as
  select account_id, release_id, id, position, isrc, duration_ms from tracks;
-- Of releases: the frozen revisions.
create view published_revisions with (security_invoker = true) as
  select account_id, release_id, revision, jsonb_array_length(tracks) as track_count from release_revisions;
