-- compatible-from: 0392-parties.sql
-- A party that was merged into another one keeps its row: what was submitted names it for ever, and its id leads to the other
-- one. References have their numbers, which `getParty` adds up. An older version shows merged parties as parties, and writes
-- references without numbers, or with those of before; the next change of the release by this version corrects them.
alter table parties add column merged_into text;
alter table parties add column leads_to text not null generated always as (coalesce(merged_into, id)) stored;
alter table parties add constraint parties_not_into_itself check (merged_into <> id);
-- Deferred: an import of an account inserts rows in any order.
alter table parties add constraint parties_merged_into foreign key (account_id, merged_into)
  references parties (account_id, id) on delete cascade deferrable initially deferred;
create index parties_leads_to on parties (account_id, leads_to, id);

create or replace view party_ids with (security_invoker = true) as
  select account_id, id, leads_to from parties;

-- Of the tracks of the release that credit the party. A track without contributors has those of its release.
alter table release_parties add column track_count int not null default 0 check (track_count >= 0);
alter table release_parties add column isrcs text[] not null default '{}';

update release_parties p set track_count = c.track_count, isrcs = c.isrcs
from (select n.account_id, n.release_id, n.party_id, count(*)::int as track_count,
             coalesce(array_agg(distinct t.isrc) filter (where t.isrc is not null), '{}') as isrcs
      from release_parties n
      join releases r on r.account_id = n.account_id and r.id = n.release_id
      join tracks t on t.account_id = n.account_id and t.release_id = n.release_id
      where coalesce(t.document -> 'contributors', r.document -> 'contributors')
            @> jsonb_build_array(jsonb_build_object('partyId', n.party_id))
      group by n.account_id, n.release_id, n.party_id) c
where p.account_id = c.account_id and p.release_id = c.release_id and p.party_id = c.party_id;

-- `kind` says who writes the release next: a draft and an unsubmitted change follow the party, what was submitted keeps its copy.
create or replace view party_uses with (security_invoker = true) as
  select p.account_id, p.party_id, p.release_id, p.track_count, p.isrcs,
         case
           when r.status in ('draft', 'changes_requested') then 'draft'
           when r.status in ('approved', 'delivering', 'scheduled', 'delivery_failed', 'live', 'takedown_pending', 'taken_down')
                and r.revision > greatest(r.submitted_revision, r.restored_revision)
                and r.review_revision is null then 'change'
           else 'submitted'
         end as kind
  from release_parties p join releases r on r.account_id = p.account_id and r.id = p.release_id
  where r.deleted_at is null;
