-- revision 1, text 006d702e88b5bf36, signature 555204a8ed44bb19
-- What the event `import.finished` says.
create or replace function tell_webhooks_of_import() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages(new.account_id, 'import.finished',
    json_strip_nulls(json_build_object('id', new.id, 'releaseId', new.release_id, 'status', new.status)));
  return null;
end $$;
