-- compatible-from: 0302-reports-of-accounts.sql
-- Upload-Metadata of tus as the client sent it: HEAD returns it (tus 1.0, Creation). An older version neither reads nor writes it;
-- its uploads have none.
alter table uploads add column tus_metadata text check (length(tus_metadata) between 1 and 4096);
