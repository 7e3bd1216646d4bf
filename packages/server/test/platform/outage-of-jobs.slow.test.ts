import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PostgresDatabase } from '../../src/platform/database/postgres.ts'
import { connectPostgres } from '../../src/platform/database/postgres.ts'
import { defineJob, jobHandler, jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd } from '../harness/cleanup.ts'
import { openLine, targetOf } from '../harness/database-line.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { startOneWorker } from '../harness/job-runner.ts'

/** A failover takes 20 to 30 s. Meanwhile no lease can be renewed, and afterwards nodes start that have not seen it. */

const outageMs = 25_000
const job = defineJob<{ readonly of: string }>('throughOutage')

it('a job that runs through an outage runs once, and that of a node which died in it runs elsewhere', {
  timeout: 240_000,
}, async () => {
  const direct = await createTestDatabase()
  atEnd(() => direct.close())
  await direct.database.system.execute('create table marks (text text not null)')
  const begun: string[] = []
  const mayEnd = Promise.withResolvers<void>()
  const startWorker = async (name: string, database: PostgresDatabase): Promise<void> => {
    const handle = async ({ of }: { readonly of: string }): Promise<void> => {
      begun.push(`${of} by ${name}`)
      if (of === 'long') await mayEnd.promise
      await database.transaction(async (trx) => void (await trx.execute('insert into marks values ($1)', [of])))
    }
    const runner = await startOneWorker(database, [jobHandler({ job, handle })])
    atEnd(() => runner.stop())
  }
  const connect = async () => {
    const line = await openLine(targetOf(direct.connection))
    const connection = { ...direct.connection, host: '127.0.0.1', port: line.port }
    const database = connectPostgres({ connection, maxConnections: 5, log: silentLog })
    atEnd(async () => {
      await database.close()
      await line.close()
    })
    return { line, database }
  }
  const [one, two] = [await connect(), await connect()]
  const enqueue = (of: string) => direct.database.transaction((trx) => jobQueue().enqueue(trx, job, { of }))
  const untilBegun = (what: string) =>
    eventually(() => begun.find((one) => one.startsWith(what)), { what: `${what} to begin` })

  await startWorker('one', one.database)
  await enqueue('long')
  expect(await untilBegun('long')).toBe('long by one')
  await startWorker('two', two.database)
  one.line.cut()
  two.line.cut()
  await enqueue('abandoned')
  await direct.database.system.execute(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-a-dead-node', locked_at = now()
     where payload ->> 'of' = 'abandoned'`,
  )
  await sleep(outageMs)
  // The database is back, and the first to reach it is a node that has just started.
  await startWorker('three', direct.database)
  await enqueue('short')
  expect(await untilBegun('short')).toBe('short by three')
  one.line.restore()
  two.line.restore()

  // Otherwise a job that was started twice would block the end of this test for ever.
  atEnd(() => mayEnd.resolve())
  // A worker that frees this job has had every lease before it.
  await untilBegun('abandoned')
  expect(begun.filter((one) => one.startsWith('long'))).toEqual(['long by one'])
  mayEnd.resolve()
  const left = () => direct.database.system.rows('select id from graphile_worker._private_jobs')
  await eventually(async () => (await left()).length === 0, { what: 'all jobs to end' })
  expect(await direct.database.system.rows('select text from marks order by text')).toEqual([
    { text: 'abandoned' },
    { text: 'long' },
    { text: 'short' },
  ])
})
