-- revision 1, text 2ecc1df658239b2e, signature 1134d839bd2026de
-- What people are told of a release. The approval of a reviewer is told, not that of the hub. An update that is live is not
-- told, and a failure is not told again after the refusal that caused it.
create or replace function tell_people_of_release() returns trigger language plpgsql as $$
declare
  told text[] := case new.type
    when 'release.submitted' then array['waiting', 'review_waiting']
    when 'release.changes_requested' then array['reviews', 'changes_requested']
    when 'release.rejected' then array['reviews', 'review_rejected']
    when 'release.taken_down' then array['releases', 'release_taken_down']
    when 'delivery.refused' then array['stores', 'delivery_refused']
  end;
begin
  if new.type = 'release.approved' and new.actor ->> 'type' = 'operator' then
    told := array['reviews', 'review_approved'];
  elsif new.type = 'release.delivery_failed' and not exists (
      select from release_events e where e.account_id = new.account_id and e.release_id = new.release_id
        and e.sequence = new.sequence - 1 and e.type = 'delivery.refused') then
    told := array['stores', 'delivery_failed'];
  elsif new.type = 'release.live' and not exists (
      select from release_events e where e.account_id = new.account_id and e.release_id = new.release_id
        and e.sequence < new.sequence and e.type = 'release.live'
        and not exists (select from release_events t where t.account_id = e.account_id and t.release_id = e.release_id
          and t.sequence between e.sequence and new.sequence and t.type = 'release.taken_down')) then
    told := array['releases', 'release_live'];
  end if;
  if told is not null then
    perform add_notice(new.account_id, told[1], told[2], jsonb_build_object(
      'id', new.release_id, 'title', left(title, 200), 'reason', left(new.reason ->> 'message', 500),
      'outlet', new.data ->> 'outletId'))
    from releases where account_id = new.account_id and id = new.release_id;
  end if;
  return null;
end $$;
