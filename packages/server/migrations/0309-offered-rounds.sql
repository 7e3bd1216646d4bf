-- compatible-from: 0302-reports-of-accounts.sql
-- What an outlet may have is known from what was sent to it, not from the status of the delivery.

alter table deliveries
  -- The round in which the outlet was last called with an offer; null before, and after it was told of a takedown.
  add column offered_round int;

-- Deliveries that were under way or over say whether there was a call. Of those that wait, only a first round that was never
-- tried had none.
update deliveries set offered_round = round
where status <> 'taken_down' and not (status = 'queued' and round = 0 and attempts = 0);

-- A version of the hub that does not know the column calls outlets and confirms takedowns too.
create function note_offer() returns trigger language plpgsql as $$
begin
  new.offered_round := case when new.status <> 'taken_down' then coalesce(new.offered_round, new.round) end;
  return new;
end $$;
create trigger deliveries_offer before insert or update of status on deliveries
  for each row when (new.status in ('sending', 'sent', 'acknowledged', 'ingested', 'live', 'taken_down'))
  execute function note_offer();

alter table deliveries add constraint deliveries_known_offer check (
  case when status in ('sending', 'sent', 'acknowledged', 'ingested', 'live') then offered_round is not null
       when status = 'taken_down' then offered_round is null
       else true end);

alter table store_messages
  -- Set before what makes the package whole is written: from then on the store may have taken it, and even removed it.
  add column completing_at timestamptz(3),
  -- Sent by another hub, whose account was imported: it says nothing of what stores of this hub have.
  add column is_foreign boolean not null default false;

update store_messages m set is_foreign = true
from deliveries d, hub_audit_events a
where d.account_id = m.account_id and d.id = m.delivery_id and a.type = 'account.imported'
  and a.data ->> 'account' = m.account_id and m.created_at < a.at;

-- Earlier versions let deliveries end without a word while the store kept an older revision. Those stores are told now.
update deliveries d
set status = 'takedown_queued', round = d.round + 1, offered_round = d.round, attempts = 0, next_attempt_at = now(),
    updated_at = now()
where d.status = 'taken_down' and exists (
  select from store_messages m
  where m.account_id = d.account_id and m.delivery_id = d.id and m.purpose = 'offer' and m.sent_at is not null
    and not m.is_foreign
    and (m.answer is null or m.answer ->> 'status' in (
      'FileOK', 'ReleaseReceivedByReleaseDistributor', 'SuccessfullyIngestedByReleaseDistributor',
      'ReleaseMadeAvailableToConsumers'))
    and not exists (
      select from store_messages t
      where t.account_id = d.account_id and t.delivery_id = d.id and t.purpose = 'takedown' and t.sent_at is not null
        and t.round > m.round));
