-- compatible-from: 0302-reports-of-accounts.sql
-- Webhooks hear of messages that were read, of what stores answer, and of reports that count.
create function tell_webhooks_of_import() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'import.finished',
    json_strip_nulls(json_build_object('id', new.id, 'releaseId', new.release_id, 'status', new.status)));
  return null;
end $$;
create trigger webhooks_update after update on imports for each row
  when (old.status = 'waiting' and new.status <> 'waiting') execute function tell_webhooks_of_import();

create function tell_webhooks_of_answer() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'delivery.acknowledged', json_build_object(
    'id', new.delivery_id, 'releaseId', new.release_id, 'messageId', new.id, 'status', left(new.answer ->> 'status', 200)));
  return null;
end $$;
create trigger webhooks_update after update on store_messages for each row
  when (new.answer is not null and old.answer is distinct from new.answer)
  execute function tell_webhooks_of_answer();

-- Whose recordings it is about is known once its cells are there.
create function tell_webhooks_of_report() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(told.account_id, 'report.applied', json_build_object('id', new.id, 'source', new.source))
  from (
    select account_id::text from report_cells where report_id = new.id
    union select new.account_id::text where new.account_id is not null
  ) told;
  return null;
end $$;
create constraint trigger webhooks_insert after insert on reports deferrable initially deferred
  for each row execute function tell_webhooks_of_report();
