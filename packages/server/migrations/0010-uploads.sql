-- Uploads: bytes handed in. received_bytes is the durable offset and the only truth about it: whatever a blob holds
-- beyond it does not exist. writer_epoch fences writers: a commit names the epoch it was opened with.

create table uploads (
  account_id      account_ref not null references accounts,
  id              text not null unique check (id ~ '^upl_[0-9A-HJKMNP-TV-Z]{26}$'),
  kind            text not null check (kind in ('audio', 'image')),
  filename        text check (length(filename) between 1 and 255),
  content_type    text check (length(content_type) between 1 and 255),
  -- Null while tus defers the length.
  size            bigint check (size >= 0),
  received_bytes  bigint not null default 0 check (received_bytes >= 0),
  writer_epoch    int not null default 0 check (writer_epoch >= 0),
  expected_sha256 bytea check (length(expected_sha256) = 32),
  sha256          bytea check (length(sha256) = 32),
  status          text not null default 'awaiting_data'
                    check (status in ('awaiting_data', 'received', 'analysing', 'ready', 'rejected', 'expired')),
  technical       jsonb,
  findings        jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  expires_at      timestamptz(3),
  primary key (account_id, id),
  check (received_bytes <= size),
  check (status not in ('received', 'analysing', 'ready')
         or (size is not null and received_bytes = size and sha256 is not null)),
  check (expected_sha256 is null or status not in ('received', 'analysing', 'ready') or sha256 = expected_sha256)
);
create index uploads_expiry on uploads (expires_at);
-- Complete, but not yet made an upload of: what a crash between the last byte and the finish leaves behind.
create index uploads_unfinished on uploads (updated_at) where status = 'awaiting_data' and received_bytes = size;

alter table uploads enable row level security;
alter table uploads force row level security;
create policy tenant on uploads using (visible_to_tenant(account_id));
