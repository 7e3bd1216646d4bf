-- compatible-from: 0410-mail.sql
-- What happened to a track of a feed, as positions of that feed: when it began to be offered, and when its audio changed. The
-- stream of a property derives its events from them. Null for entries of before, which count as offered since always. An
-- older version does not read these columns, and enter_feed.sql writes them.
alter table feed_entries
  add column started_position bigint,
  add column audio_position bigint,
  -- The audio that was offered last.
  add column upload_id text;
