-- Archives of all that an account has. What they are made of beside uploads lies in the storage, under a key of its own.
create table exports (
  account_id  account_ref not null references accounts,
  id          text not null check (id ~ '^exp_[0-9A-HJKMNP-TV-Z]{26}$'),
  status      text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed')),
  attempts    integer not null default 0,
  progress    integer not null default 0 check (progress between 0 and 100),
  -- The beginning of the archive, as bytes in the storage.
  head_key      text not null check (head_key ~ '^upl_[0-9A-HJKMNP-TV-Z]{26}$'),
  head_bytes    bigint,
  head_receipt  json,
  -- What follows it: the uploads, each with its header.
  files_bytes  bigint,
  upload_count   bigint,
  missing_count  bigint,
  -- Times in the headers of the archive.
  begun_at    timestamptz(3),
  created_at  timestamptz(3) not null,
  ended_at    timestamptz(3),
  expires_at  timestamptz(3),
  primary key (account_id, id),
  check ((status in ('ready', 'failed')) = (ended_at is not null)),
  check ((ended_at is null) = (expires_at is null)),
  check (status <> 'ready' or (head_bytes, files_bytes, upload_count, missing_count, begun_at) is not null)
);
create index exports_head on exports (head_key);
create index exports_open on exports (created_at) where ended_at is null;
create index exports_ended on exports (expires_at) where ended_at is not null;

alter table exports enable row level security;
alter table exports force row level security;
create policy tenant on exports using (visible_to_tenant(account_id));

-- The uploads of an archive, and where each begins behind the beginning. While the archive is there, none of them goes.
create table export_files (
  account_id  account_ref not null references accounts,
  export_id   text not null,
  position    bigint not null,
  upload_id   text not null,
  name        text not null,
  bytes       bigint not null,
  primary key (account_id, export_id, position),
  foreign key (account_id, export_id) references exports (account_id, id) on delete cascade
);
create index export_files_of_upload on export_files (account_id, upload_id);

alter table export_files enable row level security;
alter table export_files force row level security;
create policy tenant on export_files using (visible_to_tenant(account_id));
