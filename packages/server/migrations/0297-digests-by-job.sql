-- A large file that no process saw whole is complete before anybody knows its digest: its job reads it, and only `ready`
-- promises the digest. What was announced is compared as soon as there is one to compare it with.
alter table uploads drop constraint uploads_check1;
alter table uploads
  add constraint uploads_complete check (
    status not in ('received', 'analysing', 'ready') or (size is not null and received_bytes = size)),
  add constraint uploads_digested check (status <> 'ready' or sha256 is not null);
create index uploads_undigested on uploads (account_id, id) where sha256 is null and status in ('received', 'analysing');
