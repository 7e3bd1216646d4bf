-- A release that every outlet has and whose date is ahead is scheduled; reviews are kept, and updates wait for them.

alter table releases drop constraint releases_status_check;
alter table releases add constraint releases_status_check check (status in (
  'draft', 'submitted', 'in_review', 'changes_requested', 'rejected', 'approved', 'delivering', 'scheduled',
  'delivery_failed', 'live', 'takedown_pending', 'taken_down'));

alter table releases
  add column delivery_scheduled int not null default 0,
  add column delivery_refused_tracks int not null default 0,
  -- The revision that was approved last: what later ones are compared with.
  add column approved_revision int check (approved_revision <= revision),
  -- The revision of a delivered release that waits for review, while outlets have the one before it.
  add column review_revision int check (review_revision <= revision),
  -- What the reviewer said last: {"decision", "revision", "note", "issues", "decidedAt"}.
  add column review jsonb;

update releases set approved_revision = submitted_revision where first_delivered_at is not null;

create index releases_update_review on releases (submitted_at) where review_revision is not null;
