-- revision 1, text be4189e134be7ab7, signature ed7a47e027939352
-- The part of the records by the day. Stored rows depend on it, so its results must never change.
create or replace function idempotency_slot(moment timestamptz) returns smallint language sql immutable parallel safe
  return mod((moment at time zone 'utc')::date - date '2000-01-01', 4)::smallint;
