-- What a check asks about the rest of the account is found by an index, however much the account holds, and on tables
-- that were never analysed as well.

-- The digest of the audio as a column: it was read out of a document that also holds the waveform, and row-level security
-- lets an index answer only comparisons that cannot leak, which reading a document is not.
alter table uploads add column pcm_sha256 text generated always as (technical ->> 'pcmSha256') stored;
drop index uploads_recording;
create index uploads_recording on uploads (account_id, pcm_sha256, id) where pcm_sha256 is not null;

create or replace view published_uploads with (security_invoker = true) as
  select account_id, id, size, sha256, technical, pcm_sha256 from uploads;

-- From an ISRC to its uploads and from an upload to its ISRCs, each without reading the tracks that say the same.
drop index tracks_isrc;
create index tracks_isrc on tracks (account_id, isrc, upload_id) where isrc is not null;
drop index tracks_upload;
create index tracks_upload on tracks (account_id, upload_id, isrc);

-- Who has a UPC: drafts may repeat it as often as they like.
create index releases_upc_taken on releases (account_id, gtin14, id)
  where gtin14 is not null and status <> 'draft' and deleted_at is null;

-- Which releases refer to an upload, one look-up each: a union without duplicates would read all of them first.
create or replace view upload_references with (security_invoker = true) as
  select account_id, upload_id, release_id from tracks
  union all
  select account_id, cover_upload_id, id from releases where cover_upload_id is not null
  union all
  select account_id, cover_upload_id, release_id from release_revisions where cover_upload_id is not null
  union all
  select t.account_id, t.upload_id, d.release_id
  from delivery_tracks t join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
  where t.upload_id is not null;
