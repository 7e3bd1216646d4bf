-- compatible-from: 0302-reports-of-accounts.sql
-- When the bytes of each upload were last read back from the storage, and what was wrong with them
-- (features/uploads/scrub). An older version neither reads nor writes it.

create table upload_scrubs (
  upload_id      text primary key references uploads (id) on delete cascade,
  tried_at       timestamptz(3) not null,
  -- When all bytes were last read and had their SHA-256; null where they never had.
  whole_at       timestamptz(3),
  problem        text check (problem in ('missing', 'damaged', 'unreadable')),
  problem_since  timestamptz(3),
  check (whole_at <= tried_at),
  check ((problem is null) = (problem_since is null)),
  check (problem is not null or whole_at = tried_at)
);
create index upload_scrubs_problems on upload_scrubs (problem) where problem is not null;

-- Where the scrub is. Uploads from before `begun_at` count as read then: a hub that has many is not late on its first day.
create table scrub_progress (
  is_only    boolean primary key default true check (is_only),
  begun_at   timestamptz(3) not null,
  ran_at     timestamptz(3),
  -- When the upload that waits longest was last read; null where there is none.
  oldest_at  timestamptz(3)
);
