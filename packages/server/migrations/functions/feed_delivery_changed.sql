-- revision 1, text d46819462cd25ad4, signature 4c4960a1bee172c3
-- A change of a delivery that affects the feed of its property.
create or replace function feed_delivery_changed() returns trigger language plpgsql as $$
begin
  perform enter_feed(new.account_id, new.id, null);
  return null;
end $$;
