-- compatible-from: 0302-reports-of-accounts.sql
-- Which properties each process has tokens of, told every few seconds. Together they are the set in `properties`: a release
-- must reach the property that so far only one node was told of. Ids only: tokens never reach the database.
create table property_holders (
  id            uuid primary key,
  property_ids  text[] collate "C" not null check (cardinality(property_ids) > 0),
  seen_at       timestamptz not null default now()
);
