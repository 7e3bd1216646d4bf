import pg from 'pg'
import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, freePort, startTestHub } from '../harness/hub.ts'

it('a worker that listens is starting until it takes jobs', async () => {
  const opened = await createTestDatabase()
  const holder = new pg.Client(opened.connection)
  await holder.connect()
  // The library reads it before it takes a job.
  await holder.query('begin; lock table graphile_worker.migrations in access exclusive mode')
  const port = await freePort()
  const started = startTestHub({
    role: 'worker',
    environment: { SPINDLE_PORT: String(port) },
    overrides: { openDatabase: opened },
  })
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    return [answer.status, await answer.json()]
  }
  const first = await eventually(() => ask().catch(() => undefined), { what: 'the worker to listen' })
  expect(first).toMatchObject([503, { status: 'starting', checks: { process: 'starting' } }])
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  // It releases the lock.
  await holder.end()
  await started
  expect(await ask()).toMatchObject([200, { status: 'ready', checks: { database: 'ok', uploads: 'ok', clock: 'ok' } }])
})
