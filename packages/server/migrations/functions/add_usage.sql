-- revision 1, text 25c01d8ac895d256, signature c92b54532a649a1c
-- Adds to what an account uses. The sum of its sixteen slots counts, so that writers of one account do not wait for each other.
create or replace function add_usage(an_account text, some_releases bigint, some_document_bytes bigint, some_open bigint,
                          some_waiting bigint, some_stored_bytes bigint) returns void language sql as $$
  insert into account_usage as usage
    (account_id, slot, releases, document_bytes, open_uploads, waiting_analyses, stored_bytes)
  values (an_account, pg_backend_pid() % 16, some_releases, some_document_bytes, some_open, some_waiting,
          some_stored_bytes)
  on conflict (account_id, slot) do update
    set releases = usage.releases + excluded.releases,
        document_bytes = usage.document_bytes + excluded.document_bytes,
        open_uploads = usage.open_uploads + excluded.open_uploads,
        waiting_analyses = usage.waiting_analyses + excluded.waiting_analyses,
        stored_bytes = usage.stored_bytes + excluded.stored_bytes
$$;
