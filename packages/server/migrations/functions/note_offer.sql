-- revision 1, text af7120a06d8173ef, signature 130e60b3d2f5fb13
-- A version of the hub that does not know the column calls outlets and confirms takedowns too.
create or replace function note_offer() returns trigger language plpgsql as $$
begin
  new.offered_round := case when new.status <> 'taken_down' then coalesce(new.offered_round, new.round) end;
  return new;
end $$;
