-- compatible-from: 0410-mail.sql
-- Compressed copies of masters, kept beside them in the storage. Any may be lost there and is made again; an older version
-- ignores them, and deletes them with their master.
create table renditions (
  account_id   account_ref not null references accounts,
  upload_id    text not null,
  format       text not null check (format in ('mp3')),
  -- kbit/s.
  bit_rate     int not null check (bit_rate between 32 and 320),
  status       text not null default 'requested' check (status in ('requested', 'ready', 'failed')),
  bytes        bigint check (bytes > 0),
  requested_at timestamptz(3) not null,
  ended_at     timestamptz(3),
  primary key (account_id, upload_id, format, bit_rate),
  foreign key (account_id, upload_id) references uploads (account_id, id) on delete cascade,
  constraint renditions_ended check ((status = 'requested') = (ended_at is null) and (status = 'ready') = (bytes is not null))
);
create index renditions_waiting on renditions (account_id, requested_at) where status = 'requested';
alter table renditions enable row level security;
alter table renditions force row level security;
create policy tenant on renditions using (visible_to_tenant(account_id));
