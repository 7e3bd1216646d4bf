-- revision 1, text 24eab477db2e2e19, signature 0e37d87bb6b65dee
-- What the event `delivery.acknowledged` says.
create or replace function tell_webhooks_of_answer() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'delivery.acknowledged', json_build_object(
    'id', new.delivery_id, 'releaseId', new.release_id, 'messageId', new.id, 'status', left(new.answer ->> 'status', 200)));
  return null;
end $$;
