-- The messages of one release, the newest first.
create index store_messages_release on store_messages (account_id, release_id, id);
