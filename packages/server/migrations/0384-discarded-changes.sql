-- compatible-from: 0381-summary-orders.sql
-- The revision whose content was made that of `submitted_revision` again. Revisions only rise: `If-Match` relies on it. An older
-- version shows such a release as one with unsubmitted changes.
alter table releases add column restored_revision integer;
drop index releases_unsent;
create index releases_unsent on releases (account_id, updated_at, id)
  where deleted_at is null and errors = 0 and revision > greatest(submitted_revision, restored_revision)
    and status in ('delivering', 'scheduled', 'delivery_failed', 'live');
