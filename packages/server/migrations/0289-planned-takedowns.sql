-- A takedown on a day to come: what was asked for, and the moment from which it is carried out.
alter table releases
  add column planned_takedown json,
  add column planned_takedown_at timestamptz(3),
  add check ((planned_takedown is null) = (planned_takedown_at is null));
create index releases_planned_takedown on releases (planned_takedown_at, id) where planned_takedown_at is not null;
