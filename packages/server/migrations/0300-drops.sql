-- compatible-from: 0298-uploads-by-place.sql
-- Places of others that the hub takes packages from, each for one account.
create table drops (
  account_id     account_ref not null references accounts,
  id             text not null check (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  kind           text not null check (kind ~ '^[a-z0-9_-]{1,20}$'),
  settings       jsonb not null,
  -- What the hub signs in with, sealed; null where nothing is asked for.
  secret         bytea,
  -- Nothing is taken while it is set.
  paused_at      timestamptz(3),
  -- Why the hub paused it by itself; null where the operator did.
  paused_reason  text check (length(paused_reason) between 1 and 500),
  looked_at      timestamptz(3),
  next_look_at   timestamptz(3) not null default now(),
  -- What the last look ended with; null where it went well.
  problem        text check (length(problem) between 1 and 500),
  created_at     timestamptz(3) not null default now(),
  primary key (account_id, id)
);
alter table drops enable row level security;
alter table drops force row level security;
create policy tenant on drops using (visible_to_tenant(account_id));

-- What lies there, and how far the hub is with it. A package that comes again in another state is another one.
create table drop_packages (
  account_id   account_ref not null references accounts,
  id           uuid not null default gen_random_uuid(),
  drop_id      text not null,
  name         text not null check (length(name) between 1 and 1000),
  status       text not null check (status in ('arriving', 'taken', 'handed_in', 'done', 'refused')),
  -- Of the names, sizes and times of all that is in it.
  fingerprint  bytea not null check (length(fingerprint) = 32),
  files        int not null check (files >= 0),
  bytes        bigint not null check (bytes >= 0),
  -- Since when it is as it is.
  changed_at   timestamptz(3) not null,
  -- It was read as it is, and lacks something.
  is_checked   boolean not null default false,
  -- What it waits for, or why it was refused.
  detail       text check (length(detail) between 1 and 1000),
  created_at   timestamptz(3) not null,
  ended_at     timestamptz(3),
  primary key (account_id, id),
  unique (account_id, drop_id, name),
  foreign key (account_id, drop_id) references drops (account_id, id) on delete cascade,
  check ((status in ('done', 'refused')) = (ended_at is not null))
);
alter table drop_packages enable row level security;
alter table drop_packages force row level security;
create policy tenant on drop_packages using (visible_to_tenant(account_id));

-- Files of packages that are uploads by now. Gone when their package has ended.
create table drop_files (
  account_id   account_ref not null references accounts,
  package_id   uuid not null,
  path         text not null,
  size         bigint not null,
  modified_ms  bigint not null,
  upload_id    text not null,
  -- Whether it is what the messages say of it, where they say something.
  is_as_said   boolean not null,
  primary key (account_id, package_id, path),
  foreign key (account_id, package_id) references drop_packages (account_id, id) on delete cascade
);
alter table drop_files enable row level security;
alter table drop_files force row level security;
create policy tenant on drop_files using (visible_to_tenant(account_id));

-- Where a message was taken from: the drop, the package, and its path there.
alter table imports
  add column drop_id text,
  add column drop_package uuid,
  add column drop_path text check (length(drop_path) between 1 and 1000),
  add constraint imports_origin check (num_nulls(drop_id, drop_package, drop_path) in (0, 3));
-- However often a package is gone through, each of its messages is handed in once.
create unique index imports_of_package on imports (account_id, drop_package, drop_path) where drop_package is not null;
