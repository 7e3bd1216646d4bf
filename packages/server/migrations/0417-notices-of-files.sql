-- compatible-from: 0410-mail.sql
-- functions: tell_people_of_bulk, tell_people_of_export, tell_people_of_import, tell_people_of_report, tell_people_of_table
-- Notices of reports, exports, tables, messages and jobs.
create constraint trigger notices_insert after insert on reports deferrable initially deferred
  for each row execute function tell_people_of_report();
create trigger notices_update after update on exports for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_people_of_export();
create trigger notices_update after update on table_imports for each row
  when (old.ended_at is null and new.ended_at is not null and not new.dry_run and new.status <> 'undone')
  execute function tell_people_of_table();
create trigger notices_update after update on imports for each row
  when (old.ended_at is null and new.ended_at is not null and new.status <> 'unchanged')
  execute function tell_people_of_import();
create trigger notices_update after update on bulk_jobs for each row
  when (old.status <> 'completed' and new.status = 'completed' and not new.dry_run)
  execute function tell_people_of_bulk();
