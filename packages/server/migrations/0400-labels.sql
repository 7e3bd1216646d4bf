-- compatible-from: 0387-search-texts.sql
-- What releases of an account have in common: defaults of the account and of its labels. New drafts take from them what they
-- leave out. An older version neither reads nor writes these tables, and creates drafts without them.
create table labels (
  account_id account_ref not null references accounts,
  id         text not null,
  name       text not null check (name <> ''),
  -- The name in the form in which releases find it: lower case, without blanks around it.
  name_key   text not null,
  -- Members of the release document. At most 16 KiB as the API counts it; jsonb adds blanks when it is written as text.
  defaults   jsonb not null default '{}' check (octet_length(defaults::text) <= 32768),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  constraint labels_name unique (account_id, name_key)
);
alter table labels enable row level security;
alter table labels force row level security;
create policy tenant on labels using (visible_to_tenant(account_id));

create table account_defaults (
  account_id account_ref primary key references accounts,
  defaults   jsonb not null check (octet_length(defaults::text) <= 32768),
  updated_at timestamptz not null default now()
);
alter table account_defaults enable row level security;
alter table account_defaults force row level security;
create policy tenant on account_defaults using (visible_to_tenant(account_id));
