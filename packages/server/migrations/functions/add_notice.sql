-- revision 1, text 7091dd370e93a902, signature 3fcd497f7a23ce59
-- Writes an event that people are told of by mail.
create or replace function add_notice(account text, event_topic text, event_kind text, event_facts jsonb) returns void
  language sql as $$
  insert into notice_events (account_id, topic, kind, facts)
    values (account, event_topic, event_kind, jsonb_strip_nulls(event_facts))
$$;
