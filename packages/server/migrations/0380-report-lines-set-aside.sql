-- compatible-from: 0371-upload-metadata.sql
-- What a report did not count: lines that the mapping leaves out, and lines that could not be read. An older version neither
-- reads nor writes them.
alter table reports add column skipped_lines bigint not null default 0 check (skipped_lines >= 0);
alter table reports add column set_aside_lines integer not null default 0 check (set_aside_lines >= 0);
-- The reporting dates of a statement. Null: unknown, so any report of the source about the same time is the same statement.
alter table reports add column reported datemultirange check (not isempty(reported));

create table set_aside_report_lines (
  report_owner  text not null,
  report_id     text not null,
  account_id    account_ref references accounts,
  -- In the file, from 1.
  line          integer not null check (line > 0),
  column_name   text check (length(column_name) between 1 and 200),
  cell          text check (length(cell) <= 200),
  problem       text not null check (length(problem) between 1 and 500),
  fix           text not null check (length(fix) between 1 and 500),
  primary key (report_owner, report_id, line),
  check (report_owner = coalesce(account_id::text, '')),
  foreign key (report_owner, report_id) references reports (report_owner, id) on delete cascade
);
create index set_aside_report_lines_account on set_aside_report_lines (account_id) where account_id is not null;
alter table set_aside_report_lines enable row level security;
alter table set_aside_report_lines force row level security;
create policy tenant on set_aside_report_lines using (visible_to_tenant(report_owner));
