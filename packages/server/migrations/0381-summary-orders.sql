-- compatible-from: 0380-report-lines-set-aside.sql
-- The summary lists answers of reviews and outlets before findings, and changes that were not submitted.
drop index releases_attention;
create index releases_attention on releases (
    account_id,
    (status in ('changes_requested', 'rejected', 'delivery_failed')
      or ((delivery_failed > 0 or delivery_refused_tracks > 0)
          and status in ('delivering', 'scheduled', 'delivery_failed', 'live'))),
    updated_at, id)
  where deleted_at is null
    and (errors > 0 or status in ('changes_requested', 'rejected', 'delivery_failed')
         or delivery_failed > 0 or delivery_refused_tracks > 0);
create index releases_unsent on releases (account_id, updated_at, id)
  where deleted_at is null and errors = 0 and revision > submitted_revision
    and status in ('delivering', 'scheduled', 'delivery_failed', 'live');

-- A report that ends takes its lines with it.
create index set_aside_report_lines_report on set_aside_report_lines (report_id);
