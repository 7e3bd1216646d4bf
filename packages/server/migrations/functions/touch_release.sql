-- revision 1, text 7afa37237c25b402, signature 23a91b6132faf730
-- Every change of a release gets the next version, which is its ETag.
create or replace function touch_release() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
