-- revision 2, text fea4a580288b1922, signature c92b54532a649a1c
-- Adds to what an account uses. The sum of its sixteen slots counts, so that writers of one account do not wait for each other.
-- The first change of an account in a transaction is written at once. Later ones are added up in a setting of the transaction,
-- and add_rest_of_usage writes them at the end. Where constraints are immediate, every change is written.
create or replace function add_usage(an_account text, some_releases bigint, some_document_bytes bigint, some_open bigint,
                                     some_waiting bigint, some_stored_bytes bigint) returns void language plpgsql as $$
declare
  -- The account, and what is not written yet, in the order of the columns.
  pending text[] := string_to_array(nullif(current_setting('spindle.usage', true), ''), ',');
begin
  -- The counters are deleted with their account.
  if current_setting('spindle.erases_account', true) = 'on' then
    return;
  end if;
  if pending[1] = an_account then
    perform set_config('spindle.usage', concat_ws(',', an_account,
      pending[2]::bigint + some_releases, pending[3]::bigint + some_document_bytes, pending[4]::bigint + some_open,
      pending[5]::bigint + some_waiting, pending[6]::bigint + some_stored_bytes), true);
    return;
  end if;
  if pending is null then
    perform set_config('spindle.usage', an_account || ',0,0,0,0,0', true);
  end if;
  insert into account_usage as usage
    (account_id, slot, releases, document_bytes, open_uploads, waiting_analyses, stored_bytes)
  values (an_account, pg_backend_pid() % 16, some_releases, some_document_bytes, some_open, some_waiting,
          some_stored_bytes)
  on conflict (account_id, slot) do update
    set releases = usage.releases + excluded.releases,
        document_bytes = usage.document_bytes + excluded.document_bytes,
        open_uploads = usage.open_uploads + excluded.open_uploads,
        waiting_analyses = usage.waiting_analyses + excluded.waiting_analyses,
        stored_bytes = usage.stored_bytes + excluded.stored_bytes;
end $$;
