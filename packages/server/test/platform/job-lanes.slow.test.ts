import pg from 'pg'
import { expect, it } from 'vitest'
import { applyImport } from '../../src/features/imports/import-job.ts'
import type { DeliveryMessage, OutletAdapter } from '../../src/features/outlets/index.ts'
import { jobLanes } from '../../src/platform/job-lanes.ts'
import { jobHandler, jobQueue, startJobRunner, startJobRunners } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd, undoAfterEach } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { createUploadClient, testBytes } from '../harness/uploads.ts'
import { message42 } from '../imports/messages.ts'

/** A waiting job does not delay others: neither one that waits for a store nor an import of another account. */

// Each has separate runners.
undoAfterEach()

const importsPath = '/api/v1/music-distributor/imports'

const handIn = async (fixture: ReleaseFixture, messageId: string): Promise<string> => {
  const message = Buffer.from(message42({ messageId })).toString('base64')
  const { status, body } = await fixture.post(importsPath, { message, files: [] })
  expect(status).toBe(202)
  return body.id
}
const statusOfImport = async (hub: TestHub, { key }: ReleaseFixture, id: string): Promise<string> =>
  (await hub.json('GET', `${importsPath}/${id}`, { key })).body.status
const importEnds = (hub: TestHub, fixture: ReleaseFixture, id: string) =>
  eventually(async () => (await statusOfImport(hub, fixture, id)) !== 'waiting', { what: 'the end of the import' })

/** Sends a file, which is analysed and rejected because it is not audio. */
const sendFile = async (hub: TestHub, { key }: ReleaseFixture): Promise<() => Promise<unknown>> => {
  const client = createUploadClient(hub, key)
  const path = await client.begin(5_000)
  expect((await client.patch(path, 0, testBytes(5_000))).status).toBe(204)
  return () => client.waitFor(path, 'rejected')
}

const metrics = { observeJob: () => undefined }

/** A store that never answers, except for one with the given id. */
function silentStores(answering: string) {
  const asked: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const adapter: OutletAdapter = {
    kind: 'silent',
    mayReadMetadata: false,
    isSlow: true,
    retry: { maxAttempts: 10, firstPauseMs: 1_000, maxPauseMs: 1_000, timeoutMs: 3_600_000 },
    deliver: async ({ outletId }: DeliveryMessage) => {
      asked.push(outletId)
      if (outletId !== answering) await ended
      return { result: 'accepted', refusedTracks: [] }
    },
    takedown: async () => ({ result: 'down' }),
  }
  return { adapter, asked, end }
}

it('stores that never answer hold up no other store, no analysis and no import', async () => {
  const { adapter, asked, end } = silentStores('store-3')
  const { hub, fixture } = await openReleaseHub({ role: 'all', overrides: { outletAdapters: [adapter] } })
  atEnd(end)
  const stores = ['store-1', 'store-2', 'store-3']
  for (const id of stores) await hub.hub.outlets.add({ id, kind: 'silent', name: id, settings: {} })
  await eventually(() => stores.every((id) => hub.hub.outlets.list().some((outlet) => outlet.id === id)), {
    what: 'the stores to be known',
  })
  // More than there are workers.
  for (let number = 0; number < jobLanes.stores; number++)
    await fixture.release({ submit: true, outlets: ['store-1', 'store-2'] })
  await eventually(() => asked.length === 2, { what: 'both stores to be asked' })

  const other = await createReleaseFixture(hub, 'Other Records')
  const analysed = await sendFile(hub, other)
  const importId = await handIn(other, 'M1')
  const { body: release } = await other.release({ submit: true, outlets: ['store-3'] })
  await analysed()
  await importEnds(hub, other, importId)
  await eventually(async () => (await other.get(release.id)).body.deliveries[0]?.status === 'live', {
    what: 'the delivery to the store that answers',
  })
  expect(asked.toSorted()).toEqual(stores)
})

it('imports that are stuck do not hold up analysis', async () => {
  const { hub, fixture } = await openReleaseHub()
  // Of two accounts, and many: one releases its worker after the lock timeout.
  const held = [await createReleaseFixture(hub, 'One Records'), await createReleaseFixture(hub, 'Two Records')]
  const ids = (await Promise.all(held.map((account) => handInMany(account, 10)))).flat()
  const analysed = await sendFile(hub, fixture)
  const release = await lockImports(hub, ids)
  await startSecondNode(hub, { role: 'worker' })
  await analysed()
  expect(await listEnded(hub)).toEqual([])
  await release()
})

it('days of plays that are compacted, exported or added up hold up no analysis', async () => {
  const { hub } = await openReleaseHub({ environment: { SPINDLE_PLAYS: 'lake' } })
  const { database } = hub.opened
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: analysed, resolve: analyse } = Promise.withResolvers<void>()
  const ofPlays = (hub.hub.plays.jobs ?? []).filter(({ lane }) => lane !== undefined)
  expect(ofPlays.map(({ job }) => job.name).toSorted()).toEqual(['addPlayMonthsUp', 'countPlaysOfLake', 'keepPlays'])
  const analysis = (hub.hub.uploads.jobs ?? []).find(({ job }) => job.name === 'analyseUpload')
  if (!analysis) throw new Error('there is no analysis')
  await database.transaction(async (trx) => {
    // Of each as many as there are workers, and all before the analysis.
    for (const { job } of ofPlays)
      for (let number = 0; number < jobLanes.long; number++) await jobQueue().enqueue(trx, job, {})
    await jobQueue().enqueue(trx, analysis.job, {})
  })
  const handlers = [
    ...ofPlays.map((handler) => ({ ...handler, cron: undefined, handle: () => ended })),
    { ...analysis, handle: async () => analyse() },
  ]
  const runners = await startJobRunners({ database, log: silentLog, metrics }, handlers)
  atEnd(async () => {
    end()
    await Promise.all(runners.map((runner) => runner.stop()))
  })
  await analysed
})

it('the first import of an account has its turn before the backlog of another', async () => {
  const { hub, fixture } = await openReleaseHub()
  const backlog = await handInMany(await createReleaseFixture(hub, 'One Records'), 3)
  const first = await handIn(fixture, 'M1')
  const turns: string[] = []
  const runner = await startJobRunner({
    database: hub.opened.database,
    handlers: [jobHandler({ job: applyImport, handle: async ({ importId }) => void turns.push(importId) })],
    workers: 1,
    pollMs: 1_000,
    log: silentLog,
    metrics,
  })
  atEnd(() => runner.stop())
  await eventually(() => turns.length === 4, { what: 'the turns of both accounts' })
  expect(turns).toEqual([backlog[0], first, backlog[1], backlog[2]])
})

it('what an account hands in is applied in that order, whichever of its turns comes first', async () => {
  const { hub, fixture } = await openReleaseHub()
  const ids = await handInMany(fixture, 3)
  await hub.opened.database.system.execute('update graphile_worker._private_jobs set priority = -priority')
  await startSecondNode(hub, { role: 'worker' })
  for (const id of ids) await importEnds(hub, fixture, id)
  expect(await listEnded(hub)).toEqual(ids)
})

/** In the order in which they ended. */
const listEnded = async (hub: TestHub): Promise<string[]> =>
  (
    await hub.opened.database.system.rows<{ id: string }>(
      `select id from imports where status <> 'waiting' order by ended_at`,
    )
  ).map(({ id }) => id)

const handInMany = async (fixture: ReleaseFixture, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let number = 0; number < count; number++) ids.push(await handIn(fixture, `M${number}`))
  return ids
}

/** Applying one of them waits until they are released. */
async function lockImports(hub: TestHub, ids: readonly string[]): Promise<() => Promise<unknown>> {
  const client = new pg.Client(hub.opened.connection)
  await client.connect()
  atEnd(() => client.end())
  await client.query('begin')
  await client.query('select 1 from imports where id = any($1) for update', [ids])
  return () => client.query('rollback')
}
