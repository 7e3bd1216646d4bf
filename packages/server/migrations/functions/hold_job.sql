-- revision 1, text c55df322f17167bf, signature fefa4bc851794475
-- The last statement of a transaction on behalf of a job. It fails unless the worker still holds the job, and it keeps other
-- workers from taking the job before the commit.
create or replace function hold_job(job bigint, worker text) returns void language plpgsql as $$
begin
  perform from graphile_worker._private_jobs where id = job and locked_by = worker for share;
  if not found then
    raise exception using errcode = 'SPJLO', message = format('job %s is not held by %s', job, worker);
  end if;
end $$;
