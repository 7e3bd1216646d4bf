-- revision 1, text c075b8d7be59abd8, signature 86ffb108561b00e5
-- Writing another address always removes the proof, also when a node of the previous version writes it. A proof is
-- therefore written by a separate statement, after the address.
create or replace function forget_address_proof() returns trigger language plpgsql as $$
begin
  if lower(new.email collate "C") <> lower(old.email collate "C") then
    new.email_proven_by := null;
  end if;
  return new;
end $$;
