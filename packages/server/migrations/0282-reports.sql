-- compatible-from: 0275-outlets.sql
-- What stores say in their reports. A report belongs to the operator who imported it; what it says of somebody's tracks
-- belongs to that account. Its numbers stand for the period that the store names and are never spread over days.
create table reports (
  id            text primary key check (id ~ '^rpt_[0-9A-HJKMNP-TV-Z]{26}$'),
  -- Whose report it is: reports of one source are never counted twice for the same time unless the operator says so.
  source        text collate "C" not null check (source ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  format        text not null check (length(format) between 1 and 64),
  file_name     text not null check (length(file_name) between 1 and 500),
  -- By which its sender knows it.
  message_id    text check (length(message_id) between 1 and 500),
  sha256        bytea not null check (length(sha256) = 32),
  period_start  date not null,
  period_end    date not null,
  lines         bigint not null check (lines >= 0),
  -- Says what was earned, and not only what was used.
  is_statement  boolean not null,
  status        text not null default 'applied' check (status in ('applied', 'replaced', 'undone')),
  created_at    timestamptz(3) not null,
  ended_at      timestamptz(3),
  replaced_by   text references reports,
  check (period_start <= period_end),
  check ((status = 'applied') = (ended_at is null)),
  check ((status = 'replaced') = (replaced_by is not null))
);
-- The same bytes count once.
create unique index reports_applied on reports (sha256) where status = 'applied';

create table report_cells (
  account_id    account_ref not null references accounts,
  report_id     text not null references reports,
  release_id    text not null,
  -- Null where the product was sold as a whole.
  track_id      text,
  store         text collate "C" not null check (length(store) between 1 and 64),
  territory     text collate "C" not null,
  model         text collate "C" not null,
  period_start  date not null,
  period_end    date not null,
  streams       bigint,
  downloads     bigint,
  currency      text check (currency ~ '^[A-Z]{3}$'),
  revenue       numeric,
  lines         bigint not null,
  check (period_start <= period_end),
  check ((currency is null) = (revenue is null))
);
create index report_cells_time on report_cells (account_id, period_start);
create index report_cells_report on report_cells (report_id);
alter table report_cells enable row level security;
alter table report_cells force row level security;
create policy tenant on report_cells using (visible_to_tenant(account_id));

-- What nobody here has released, or more than one account has: it waits for its recording. Codes that are not said are ''.
create table unmatched_report_cells (
  report_id     text not null references reports,
  isrc          text collate "C" not null,
  gtin14        text collate "C" not null,
  title         text not null,
  artist        text not null,
  store         text collate "C" not null,
  territory     text collate "C" not null,
  model         text collate "C" not null,
  period_start  date not null,
  period_end    date not null,
  streams       bigint,
  downloads     bigint,
  currency      text,
  revenue       numeric,
  lines         bigint not null
);
create index unmatched_report_cells_report on unmatched_report_cells (report_id);
