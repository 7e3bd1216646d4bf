-- revision 1, text 35d20e546d92157f, signature 7e887f271ef1c0f5
-- What is stored of one import.
create or replace function import_bytes(message bytea, files json, report json) returns bigint language sql stable as $$
  select (coalesce(octet_length(message), 0) + coalesce(octet_length(files::text), 0)
          + coalesce(octet_length(report::text), 0))::bigint
$$;
