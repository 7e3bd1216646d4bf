-- revision 2, text 65185ad8a98a3daf, signature 8f560ffc2034e9e6
-- Enqueues a job as the library's add_job does (job_key_mode 'replace'), but notifies no worker: a commit that notifies holds a
-- lock of the whole server until it is durable, and all such commits queue behind it. A notice goes to the client, which wakes
-- the workers after its commit (platform/database/job-commits/wake-workers.ts). Workers find the rest when they next look.
create or replace function enqueue_job(
  task text, payload json, run_at timestamptz default null, job_key text default null,
  max_attempts int default 25, priority int default 0, queue text default null
) returns void language plpgsql as $$
declare
  found_task int;
  found_queue int;
begin
  select id into found_task from graphile_worker._private_tasks where identifier = task;
  if found_task is null then
    insert into graphile_worker._private_tasks (identifier) values (task) on conflict do nothing;
    select id into strict found_task from graphile_worker._private_tasks where identifier = task;
  end if;
  if queue is not null then
    select id into found_queue from graphile_worker._private_job_queues where queue_name = queue;
    if found_queue is null then
      insert into graphile_worker._private_job_queues (queue_name) values (queue) on conflict do nothing;
      select id into strict found_queue from graphile_worker._private_job_queues where queue_name = queue;
    end if;
  end if;
  loop
    -- A job that runs may have read what was true before: it gives up its key, and the new one comes beside it.
    if job_key is not null then
      update graphile_worker._private_jobs jobs set key = null, attempts = jobs.max_attempts, updated_at = now()
      where jobs.key = job_key and jobs.is_available is not true;
    end if;
    insert into graphile_worker._private_jobs as jobs
      (job_queue_id, task_id, payload, run_at, max_attempts, key, priority)
    values (found_queue, found_task, coalesce(enqueue_job.payload, '{}'), coalesce(enqueue_job.run_at, now()),
      enqueue_job.max_attempts, job_key, enqueue_job.priority)
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
      max_attempts = excluded.max_attempts, run_at = excluded.run_at, priority = excluded.priority, flags = null,
      revision = jobs.revision + 1, attempts = 0, last_error = null, updated_at = now()
    where jobs.locked_at is null;
    -- Nothing was written when a worker took the job with this key in between. The library would lose the new one.
    exit when found;
  end loop;
  if enqueue_job.run_at is null or enqueue_job.run_at <= now() then
    raise notice using errcode = 'SPJOB', message = 'a job can run';
  end if;
end $$;
