-- revision 1, text 94f3e4766d4b685c, signature b42694e88b15d4b9
-- A change of a delivered track that affects the feed of its property.
create or replace function feed_track_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform enter_feed(old.account_id, old.delivery_id, old.track_id);
  else
    perform enter_feed(new.account_id, new.delivery_id, new.track_id);
  end if;
  return null;
end $$;
