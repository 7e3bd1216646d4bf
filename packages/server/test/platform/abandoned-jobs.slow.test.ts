import { expect, it } from 'vitest'
import { defineJob, type JobRunner, jobHandler } from '../../src/platform/jobs/jobs.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { startOneWorker } from '../harness/job-runner.ts'

const job = defineJob<object>('countMe')

it.each([
  ['by itself', null],
  ['in a queue', 'a queue'],
])('takes up the job of a worker that died %s, and leaves that of one that lives', async (_, queue) => {
  const opened = await createTestDatabase()
  const { database } = opened
  const lockedSince = async (owner: string, age: string): Promise<void> => {
    const name = queue && `${queue} of ${owner}`
    await database.system.execute(
      `select graphile_worker.add_job('countMe', json_build_object('of', $1::text), queue_name => $2)`,
      [owner, name],
    )
    for (const table of ['_private_jobs', '_private_job_queues'])
      await database.system.execute(
        `update graphile_worker.${table} set locked_by = $1, locked_at = now() - $2::interval where locked_by is null`,
        [owner, age],
      )
  }
  await lockedSince('pool-dead', '20 seconds')
  // It renews as long as this test runs.
  await lockedSince('pool-alive', '-10 minutes')
  const seen: unknown[] = []
  const handlers = [jobHandler({ job, handle: async (payload) => void seen.push(payload) })]
  const runner: JobRunner = await startOneWorker(database, handlers)
  atEnd(async () => {
    await runner.stop()
    await opened.close()
  })
  await eventually(() => seen.length > 0 || undefined, { what: 'the abandoned job' })
  expect(seen).toEqual([{ of: 'pool-dead' }])
})
