-- compatible-from: 0298-uploads-by-place.sql
-- The last statement of a transaction on behalf of a job: it fails unless the job is still that worker's, and nobody can
-- take it before the commit (platform/jobs/held-job.ts).
create function hold_job(job bigint, worker text) returns void language plpgsql as $$
begin
  perform from graphile_worker._private_jobs where id = job and locked_by = worker for share;
  if not found then
    raise exception using errcode = 'SPJLO', message = format('job %s is not held by %s', job, worker);
  end if;
end $$;
