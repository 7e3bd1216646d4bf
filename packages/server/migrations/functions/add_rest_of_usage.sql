-- revision 1, text 6681a0d5c40b309e, signature 5fa0a7b2e4b2ae8f
-- Writes what add_usage has added up. A deferred trigger that another one queues runs after all that were queued before.
create or replace function add_rest_of_usage() returns trigger language plpgsql as $$
declare
  pending text[] := string_to_array(nullif(current_setting('spindle.usage', true), ''), ',');
begin
  if pending[1] = new.account_id then
    perform set_config('spindle.usage', '', true);
    if pending[2:6] <> array['0', '0', '0', '0', '0'] then
      perform add_usage(new.account_id, pending[2]::bigint, pending[3]::bigint, pending[4]::bigint, pending[5]::bigint,
                        pending[6]::bigint);
    end if;
  end if;
  return null;
end $$;
