-- revision 2, text 12dd110139e55a9f, signature a6516fdfc52cea7c
-- Enters the tracks of one delivery (or one of them) into the feed of its property, or ends them there. Positions need an order
-- within each property only, so the lock is one for each property. It is held until the commit, so a reader misses nothing
-- before its position.
create or replace function enter_feed(an_account text, a_delivery text, a_track text) returns void language plpgsql as $$
declare
  -- A delivery has one outlet. Without a name there is nothing to enter, and nothing to wait for.
  a_property text := coalesce(
    (select property from feed_entries where account_id = an_account and delivery_id = a_delivery limit 1),
    (select outlet_id from playable_tracks where account_id = an_account and delivery_id = a_delivery limit 1));
begin
  perform pg_advisory_xact_lock(hashtext('spindle.feed'), hashtext(a_property));
  insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
    select v.account_id, 'plays', v.outlet_id, v.release_id, v.track_id, r.legacy
    from playable_tracks v join published_releases r on r.account_id = v.account_id and r.id = v.release_id
    where v.account_id = an_account and v.delivery_id = a_delivery and (a_track is null or v.track_id = a_track)
    order by v.position
    on conflict do nothing;
  insert into feed_entries as entry (property, track_id, account_id, delivery_id, series, live_since, upload_id,
                                    position, started_position)
    select n.outlet_id, n.track_id, n.account_id, n.delivery_id, n.number, coalesce(n.live_at, now()), n.upload_id,
           n.place, n.place
    from (
      select o.*, nextval('feed_positions') as place
      from (
        select v.*, s.number
        from playable_tracks v
        join play_series s on s.account_id = v.account_id and s.source_kind = 'plays'
          and s.outlet_id = v.outlet_id and s.track_id = v.track_id
        where v.account_id = an_account and v.delivery_id = a_delivery and (a_track is null or v.track_id = a_track)
        order by v.position) o) n
    on conflict (account_id, property, track_id) do update
      set delivery_id = excluded.delivery_id, live_since = least(entry.live_since, excluded.live_since),
          live_until = null, position = excluded.position, changed_at = now(), upload_id = excluded.upload_id,
          started_position = case when entry.live_until is null then entry.started_position else excluded.position end,
          audio_position = case when entry.upload_id is distinct from excluded.upload_id then excluded.position
                                else entry.audio_position end;
  update feed_entries e set live_until = now(), position = nextval('feed_positions'), changed_at = now()
    where e.account_id = an_account and e.delivery_id = a_delivery and (a_track is null or e.track_id = a_track)
      and e.live_until is null
      and not exists (select from playable_tracks v where v.account_id = e.account_id
                        and v.delivery_id = e.delivery_id and v.track_id = e.track_id);
end $$;
