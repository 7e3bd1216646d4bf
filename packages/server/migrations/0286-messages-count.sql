-- Messages to stores are kept for ever, so they count among the metadata of their account. An answer changes nothing of it.
create function count_store_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_usage(new.account_id, 0, octet_length(new.xml) + octet_length(new.files), 0, 0, 0);
  else
    perform add_usage(old.account_id, 0, - octet_length(old.xml) - octet_length(old.files), 0, 0, 0);
  end if;
  return null;
end $$;
create constraint trigger usage_insert after insert on store_messages deferrable initially deferred
  for each row execute function count_store_message();
create constraint trigger usage_delete after delete on store_messages deferrable initially deferred
  for each row execute function count_store_message();

select add_usage(account_id, 0, sum(octet_length(xml) + octet_length(files))::bigint, 0, 0, 0)
  from store_messages group by account_id;
