-- compatible-from: 0403-compressed-store-messages.sql
-- ISRC prefixes and UPC ranges that the operator allows for an account, and which of its labels have them. A prefix or a range
-- belongs to one account. An older version ignores them: it assigns codes from the usual source.
create table isrc_prefixes (
  account_id account_ref not null references accounts,
  -- ISO 3901: a country or agency code, and a registrant code.
  prefix     text not null check (prefix ~ '^[A-Z]{2}[A-Z0-9]{3}$'),
  allowed_at timestamptz(3) not null default now(),
  primary key (account_id, prefix),
  constraint isrc_prefixes_one_account unique (prefix)
);
alter table isrc_prefixes enable row level security;
alter table isrc_prefixes force row level security;
create policy tenant on isrc_prefixes using (visible_to_tenant(account_id));

create table upc_ranges (
  account_id account_ref not null references accounts,
  -- A GS1 company prefix: the first digits of an EAN. A U.P.C. company prefix has a zero in front.
  prefix     text not null check (prefix ~ '^[0-9]{6,11}$' and prefix !~ '^000000'),
  allowed_at timestamptz(3) not null default now(),
  -- The number after the prefix that the next code has.
  next       bigint not null default 0 check (next between 0 and 10::bigint ^ (12 - length(prefix))),
  -- The first twelve digits of its EANs as numbers: ranges that share a code overlap here, whatever their lengths.
  codes      int8range not null
    generated always as (int8range(rpad(prefix, 12, '0')::bigint, rpad(prefix, 12, '9')::bigint, '[]')) stored,
  primary key (account_id, prefix),
  constraint upc_ranges_one_account exclude using gist (codes with &&)
);
alter table upc_ranges enable row level security;
alter table upc_ranges force row level security;
create policy tenant on upc_ranges using (visible_to_tenant(account_id));

alter table labels
  add column isrc_prefix text,
  add column upc_range   text,
  add constraint labels_isrc_prefix foreign key (account_id, isrc_prefix) references isrc_prefixes (account_id, prefix),
  add constraint labels_upc_range foreign key (account_id, upc_range) references upc_ranges (account_id, prefix);
create index labels_isrc_prefix on labels (account_id, isrc_prefix) where isrc_prefix is not null;
create index labels_upc_range on labels (account_id, upc_range) where upc_range is not null;

-- What the labels of an account may use.
create view allowed_codes with (security_invoker = true) as
  select account_id, 'isrc' as kind, prefix, allowed_at from isrc_prefixes
  union all
  select account_id, 'upc', prefix, allowed_at from upc_ranges;

-- Where the codes of a release come from, by the name of its label.
create view label_codes with (security_invoker = true) as
  select account_id, name_key, name, isrc_prefix, upc_range from labels
  where isrc_prefix is not null or upc_range is not null;
