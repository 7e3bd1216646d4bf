-- revision 1, text a4ea4e4a84407c34, signature 8836e60d88f09cff
-- What the event `delivery.status_changed` says.
create or replace function tell_webhooks_of_delivery() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'delivery.status_changed',
    json_build_object('id', new.id, 'releaseId', new.release_id, 'status', new.status));
  return null;
end $$;
