import { expect, it } from 'vitest'
import { defineJob, jobHandler } from '../../src/platform/jobs/jobs.ts'
import { freeAbandoned } from '../../src/platform/jobs/leases.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { startOneWorker } from '../harness/job-runner.ts'

/** The statements behind the leases; the slow test of the same name waits until a worker sends them. */

const job = defineJob<object>('countMe')

it.each([
  ['by itself', null],
  ['in a queue', 'a queue'],
])('a worker takes the job of a process that died %s, and leaves that of one that lives', async (_, queue) => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const { database } = opened
  const { system } = database
  const lockedSince = async (owner: string, age: string): Promise<void> => {
    await system.execute(
      `select graphile_worker.add_job('countMe', json_build_object('of', $1::text), queue_name => $2)`,
      [owner, queue && `${queue} of ${owner}`],
    )
    for (const table of ['_private_jobs', '_private_job_queues'])
      await system.execute(
        `update graphile_worker.${table} set locked_by = $1, locked_at = now() - $2::interval where locked_by is null`,
        [owner, age],
      )
  }
  await lockedSince('pool-dead', '21 seconds')
  // However long this test takes.
  await lockedSince('pool-alive', '-10 minutes')
  expect(await freeAbandoned(system)).toBe(1)
  const locked = `select locked_by as by from graphile_worker._private_jobs
    union all select locked_by from graphile_worker._private_job_queues order by 1 nulls first`
  expect(await system.rows(locked)).toEqual(
    (queue === null ? [null, 'pool-alive'] : [null, null, 'pool-alive', 'pool-alive']).map((by) => ({ by })),
  )
  const taken = Promise.withResolvers<unknown>()
  const runner = await startOneWorker(database, [
    jobHandler({ job, handle: async (payload) => taken.resolve(payload) }),
  ])
  atEnd(() => runner.stop())
  expect(await taken.promise).toEqual({ of: 'pool-dead' })
})
