-- revision 1, text 7322c8273182c690, signature 47bf95db528897b3
-- Writes a message for each webhook of the account that wants this type of event, and enqueues the job that sends it.
create or replace function add_webhook_messages(account text, event_type text, event_data json) returns void
  language plpgsql as $$
declare made record;
begin
  for made in
    insert into webhook_messages (account_id, id, webhook_id, type, data)
      select account_id, make_webhook_message_id(), id, event_type, event_data from webhooks
      where account_id = account and status = 'active' and (event_types is null or event_type = any (event_types))
      order by id for key share
    returning id, webhook_id
  loop
    perform enqueue_job(
      case when is_slow then 'sendSlowWebhookMessage' else 'sendWebhookMessage' end,
      json_build_object('accountId', account, 'messageId', made.id, 'turn', 0),
      queue => case when is_slow then 'slow webhooks ' || account else webhooks.queue end)
    from webhooks where account_id = account and id = made.webhook_id;
  end loop;
end $$;
