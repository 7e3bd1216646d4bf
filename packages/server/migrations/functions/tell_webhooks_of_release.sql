-- revision 1, text 169e976e4075d81c, signature ff08fe70fbc3c097
-- What the event `release.status_changed` says.
create or replace function tell_webhooks_of_release() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'release.status_changed', json_build_object(
    'id', new.id, 'status', case when new.deleted_at is null then new.status else 'deleted' end));
  return null;
end $$;
