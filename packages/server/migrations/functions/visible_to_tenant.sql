-- revision 1, text 28fbb620cf024953, signature 4823938808525803
-- The condition of every row-level security policy. Written as a `case`, because the planner assumes that a bare comparison of
-- two expressions is true for one row in two hundred.
create or replace function visible_to_tenant(row_account text) returns boolean
  language sql stable parallel safe
  return case
    when coalesce(nullif(current_setting('spindle.account_id', true), ''), row_account) = row_account then true
    else false
  end;
