-- compatible-from: 0387-search-texts.sql
-- functions: count_bulk
-- One action for many releases of an account, and the outcome of each release. An older version neither reads nor advances
-- them; they continue on nodes of this one.
create table bulk_jobs (
  account_id    account_ref not null references accounts,
  id            text not null check (id ~ '^blk_[0-9A-HJKMNP-TV-Z]{26}$'),
  action        text not null check (action in ('patch', 'validate', 'submit', 'takedown', 'outlets', 'redeliver')),
  status        text not null check (status in ('running', 'paused', 'completed', 'cancelled')),
  -- What the action takes, as it was sent.
  parameters    json not null,
  dry_run       boolean not null,
  -- The job whose patches this one takes back. It can be deleted earlier.
  undo_of       text,
  -- Who started it, as events of releases name people and keys.
  actor         json not null,
  total         integer not null check (total between 0 and 10000),
  done          integer not null default 0 check (done >= 0),
  unchanged     integer not null default 0 check (unchanged >= 0),
  refused       integer not null default 0 check (refused >= 0),
  -- In the quota of the account, with the rows of its releases.
  stored_bytes  bigint not null check (stored_bytes >= 0),
  created_at    timestamptz(3) not null,
  -- When it was created or resumed, or last did a release.
  moved_at      timestamptz(3) not null,
  ended_at      timestamptz(3),
  primary key (account_id, id),
  check (done + unchanged + refused <= total),
  check (status <> 'completed' or done + unchanged + refused = total),
  check ((status in ('completed', 'cancelled')) = (ended_at is not null))
);
create index bulk_jobs_running on bulk_jobs (account_id, id) where status = 'running';
create index bulk_jobs_stuck on bulk_jobs (moved_at) where status = 'running';
create index bulk_jobs_ended on bulk_jobs (ended_at) where ended_at is not null;

create table bulk_releases (
  account_id  account_ref not null references accounts,
  bulk_id     text not null,
  position    integer not null check (position between 1 and 10000),
  -- As it was asked for: there may be no such release.
  release_id  text not null,
  -- Refused if the release has another one when its turn comes.
  expected    integer,
  -- Of this release, in place of the patch of the job.
  patch       json,
  outcome     text not null default 'waiting' check (outcome in ('waiting', 'done', 'unchanged', 'refused')),
  revision    integer,
  code        text,
  detail      text,
  errors      json,
  -- The patch that brings the earlier values back.
  before      json,
  -- Failures of the hub, after which it was tried again.
  failures    integer not null default 0,
  at          timestamptz(3),
  primary key (account_id, bulk_id, position),
  unique (account_id, bulk_id, release_id),
  foreign key (account_id, bulk_id) references bulk_jobs on delete cascade,
  check ((outcome = 'waiting') = (at is null)),
  check ((outcome = 'refused') = (code is not null)),
  check (before is null or outcome = 'done')
);
create index bulk_releases_outcome on bulk_releases (account_id, bulk_id, outcome, position);

alter table bulk_jobs enable row level security;
alter table bulk_jobs force row level security;
create policy tenant on bulk_jobs using (visible_to_tenant(account_id));
alter table bulk_releases enable row level security;
alter table bulk_releases force row level security;
create policy tenant on bulk_releases using (visible_to_tenant(account_id));

create constraint trigger usage_insert after insert on bulk_jobs deferrable initially deferred
  for each row execute function count_bulk();
create constraint trigger usage_update after update on bulk_jobs deferrable initially deferred
  for each row when (old.stored_bytes <> new.stored_bytes) execute function count_bulk();
create constraint trigger usage_delete after delete on bulk_jobs deferrable initially deferred
  for each row execute function count_bulk();
