-- revision 1, text 1705020337cd76b5, signature 2568e26c4a4bdd92
-- What people are told of a job: how many releases it changed.
create or replace function tell_people_of_bulk() returns trigger language plpgsql as $$
begin
  perform add_notice(new.account_id, 'files', 'job_done', jsonb_build_object('id', new.id, 'title', new.action,
    'reason', new.done || ' done, ' || new.unchanged || ' unchanged, ' || new.refused || ' refused'));
  return null;
end $$;
