-- compatible-from: 0384-discarded-changes.sql
-- The ISRC under which each audio of an account was first delivered. Tracks alone do not say it: a delivered track can be
-- removed from its release. An older version neither reads nor writes it; what it delivers meanwhile is found among the tracks.
create table recordings (
  account_id  account_ref not null references accounts,
  -- Digest of the decoded samples.
  pcm_sha256  text not null,
  isrc        text not null check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  -- Of the track that was delivered first.
  title       text not null,
  release_id  text not null,
  primary key (account_id, pcm_sha256),
  unique (account_id, isrc),
  foreign key (account_id, release_id) references releases (account_id, id)
);
alter table recordings enable row level security;
alter table recordings force row level security;
create policy tenant on recordings using (visible_to_tenant(account_id));

-- Earlier versions assigned several ISRCs to the same audio. The oldest track decides; the others stay as they are.
insert into recordings (account_id, pcm_sha256, isrc, title, release_id)
select t.account_id, u.pcm_sha256, t.isrc, t.title, t.release_id
from tracks t
join uploads u on u.account_id = t.account_id and u.id = t.upload_id
where t.delivered and t.isrc is not null and u.pcm_sha256 is not null
order by t.account_id, t.id
on conflict do nothing;
