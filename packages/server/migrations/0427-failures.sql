-- compatible-from: 0410-mail.sql
-- Failures of all releases of an account, newest first. The list of types is that of `status/event-queries.ts`.
create index release_events_failures on release_events (account_id, id)
  where type in ('release.delivery_failed', 'delivery.refused', 'delivery.failed', 'delivery.takedown_failed');
