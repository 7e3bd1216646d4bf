-- compatible-from: 0302-reports-of-accounts.sql
-- Backups of which every byte was read and compared (`backup verify --full`). An older version neither reads nor writes it.
create table backup_checks (
  number       int generated always as identity primary key,
  backup_id    text not null check (length(backup_id) between 1 and 100),
  -- When the backup was begun: the alert is about this time, not about that of the check.
  backup_at    timestamptz(3) not null,
  verified_at  timestamptz(3) not null default now()
);
create index backup_checks_newest on backup_checks (backup_at);
