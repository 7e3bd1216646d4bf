-- The same wall between accounts, written so that the planner knows how much it lets through. A comparison of two
-- expressions counts as true for one row in two hundred, so PostgreSQL expected almost nothing behind it and sorted all
-- releases of an account for each page, where it could have read the first fifty in order.
create or replace function visible_to_tenant(row_account text) returns boolean
  language sql stable parallel safe
  return case
    when coalesce(nullif(current_setting('spindle.account_id', true), ''), row_account) = row_account then true
    else false
  end;
