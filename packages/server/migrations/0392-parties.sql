-- compatible-from: 0387-search-texts.sql
-- The artists, writers and companies of an account. A contributor of a release names one by its id; the document of the release
-- has a copy of its values, which drafts renew. An older version neither reads nor writes these tables: it refuses a contributor
-- with a `partyId`, and leaves the references of releases as they are.
create table parties (
  account_id    account_ref not null references accounts,
  id            text not null,
  name          text not null check (name <> ''),
  names         jsonb not null default '[]',
  legal_name    text,
  isni          text check (isni ~ '^[0-9]{15}[0-9X]$'),
  ipi           text check (ipi ~ '^[0-9]{11}$'),
  spotify       text,
  apple         text,
  new_at        text[] not null default '{}' check (new_at <@ array['spotify', 'apple']),
  default_roles text[] not null default '{}',
  -- A line for each name and identifier, in lower case.
  search        text not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (account_id, id)
);
alter table parties enable row level security;
alter table parties force row level security;
create policy tenant on parties using (visible_to_tenant(account_id));

-- For other features: which parties there are.
create view party_ids with (security_invoker = true) as
  select account_id, id from parties;

-- Which parties the present document of a release names. Deleting a party is refused while a release names it.
create table release_parties (
  account_id account_ref not null,
  release_id text not null,
  party_id   text not null,
  primary key (account_id, release_id, party_id),
  foreign key (account_id, release_id) references releases (account_id, id),
  foreign key (account_id, party_id) references parties (account_id, id) on delete cascade
);
create index release_parties_party on release_parties (account_id, party_id, release_id);
alter table release_parties enable row level security;
alter table release_parties force row level security;
create policy tenant on release_parties using (visible_to_tenant(account_id));

-- For the feature of parties: which releases name them now.
create view party_uses with (security_invoker = true) as
  select p.account_id, p.party_id, p.release_id
  from release_parties p join releases r on r.account_id = p.account_id and r.id = p.release_id
  where r.deleted_at is null;
