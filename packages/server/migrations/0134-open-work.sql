-- What is open, as figures for the operator. Releases publishes the counts; the indexes hold open rows only, so that a
-- count costs what is open and not what there is.
create index deliveries_open on deliveries (status) where status not in ('live', 'taken_down');
create index releases_in_review on releases (status) where status = 'in_review';

create view published_open_deliveries with (security_invoker = true) as
  select status, count(*)::int as count from deliveries where status not in ('live', 'taken_down') group by status;
create view published_open_reviews with (security_invoker = true) as
  select count(*)::int as count from releases where status = 'in_review';
