-- Where raw plays are kept in ClickHouse: the batches that are not counted yet. A batch is named here before it is sent, and its
-- line goes in the transaction that counts it. Of the numbers up to counted_to, those without a line were counted.
create table play_batches (
  number         bigint primary key,
  days           date[] not null check (cardinality(days) > 0),
  plays          integer not null check (plays > 0),
  is_stored      boolean not null default false,
  registered_at  timestamptz not null default now()
);

-- Numbers grow in the order of commits: who takes one holds this row until the batch is named. They are microseconds, so that a
-- restored database gives out none that ClickHouse knows from before.
create table play_batch_numbers (
  is_only      boolean primary key default true check (is_only),
  -- What the table in ClickHouse is marked with: it belongs to this database.
  mark         uuid not null default gen_random_uuid(),
  last_number  bigint not null default 0,
  counted_to   bigint not null default 0 check (counted_to <= last_number),
  rounds       bigint not null default 0
);
insert into play_batch_numbers default values;
