-- compatible-from: 0410-mail.sql
-- Lists of releases by their state at an outlet, newest first. The expression is that of `deliveries/delivery-state.ts`.
create index deliveries_state on deliveries (
    account_id, outlet_id,
    (case when status = 'live' then 'live' when status = 'taken_down' then 'taken_down'
      when (status = 'refused' or (status = 'failed' and next_attempt_at is null)) then 'failed'
      when status = 'ingested' and live_at is null then 'scheduled' else 'pending' end),
    release_id);
-- The filter `hasUnsentChanges` also finds releases with errors.
drop index releases_unsent;
create index releases_unsent on releases (account_id, updated_at, id)
  where deleted_at is null and revision > greatest(submitted_revision, restored_revision)
    and status in ('delivering', 'scheduled', 'delivery_failed', 'live');
