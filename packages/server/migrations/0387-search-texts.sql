-- compatible-from: 0385-recordings.sql
-- A release is found by all its texts and codes, also with a typo, and the answer says which text matched. `search` has the
-- words and the keys of typos, `texts` a line for each text. A job fills both for existing releases, one by one: words are
-- made by the hub, in any script. Words of the present form contain '~form1'; those of an older version lack it, which
-- also finds what an older version writes meanwhile.
alter table release_search add column texts text not null default '';
create index release_search_outdated on release_search (owner_id, release_id) where not search @@ '''~form1'''::tsquery;
