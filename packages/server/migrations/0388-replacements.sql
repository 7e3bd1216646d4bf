-- compatible-from: 0387-search-texts.sql
-- Which submitted release replaces which one that is down everywhere, and has its UPC and ISRCs. The row is written by the
-- submission and deleted if the replacement returns to its account before it is delivered. An older version neither reads nor
-- writes it; it still refuses the codes.
create table replacements (
  account_id   account_ref not null references accounts,
  replaced_id  text not null,
  release_id   text not null,
  primary key (account_id, replaced_id),
  unique (account_id, release_id),
  check (replaced_id <> release_id),
  foreign key (account_id, replaced_id) references releases (account_id, id),
  foreign key (account_id, release_id) references releases (account_id, id)
);
alter table replacements enable row level security;
alter table replacements force row level security;
create policy tenant on replacements using (visible_to_tenant(account_id));

-- A release keeps its UPC while it is submitted, and from its first delivery for ever.
create index releases_upc_kept on releases (account_id, gtin14, id)
  where gtin14 is not null and deleted_at is null
    and (status not in ('draft', 'changes_requested', 'rejected') or first_delivered_at is not null);
drop index releases_upc_taken;
