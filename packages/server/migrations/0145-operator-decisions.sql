-- Taken down by the operator: the account cannot bring it back, at that outlet or everywhere, without the operator.
alter table deliveries add column is_held boolean not null default false;

-- Waiting is what `reviews list` shows: a submitted release, or a new revision of one that outlets have.
drop index releases_in_review;
create index releases_in_review on releases (submitted_at) where status in ('submitted', 'in_review');
create or replace view published_open_reviews with (security_invoker = true) as
  select count(*)::int as count from releases
  where status in ('submitted', 'in_review')
     or (review_revision is not null and status in ('delivering', 'scheduled', 'live', 'delivery_failed'));

-- The outlets of the configuration beside the properties, written by the processes that answer requests. Workers and the
-- operator's commands read them here: their own environment may lack what the hub was started with.
create table switched_outlets (
  id  text primary key check (length(id) between 1 and 64)
);
