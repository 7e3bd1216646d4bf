-- revision 1, text c0994c4a917d1fc1, signature 83ede6e2dd77378b
-- What the event `upload.status_changed` says.
create or replace function tell_webhooks_of_upload() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'upload.status_changed',
    json_build_object('id', new.id, 'status', new.status));
  return null;
end $$;
