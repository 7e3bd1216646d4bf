import { expect, it } from 'vitest'
import type { OutletAdapter } from '../../src/features/outlets/index.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { operatorOf } from '../harness/operator.ts'
import { localWebhooks, quickRetries, startWebhookReceiver } from '../harness/webhook-receiver.ts'
import { integrationToken, newFolder, openEmptyPlace, startFirstHub, startOn } from './restored-hub.ts'

/**
 * A restored hub may offer what was taken down after the backup, and may be a drill next to its original: it sends
 * nothing to properties, stores and receivers of webhooks before an operator has checked it.
 */

const accountOf = (hub: TestHub) => createTestAccount(hub)

/** A store that accepts everything, and the messages it received. */
function startStore(): { readonly told: string[]; readonly adapter: OutletAdapter } {
  const told: string[] = []
  const adapter: OutletAdapter = {
    kind: 'folder',
    isOutside: true,
    mayReadMetadata: false,
    retry: { maxAttempts: 3, firstPauseMs: 10, maxPauseMs: 10, timeoutMs: 30_000 },
    async deliver({ deliveryId }) {
      told.push(deliveryId)
      return { result: 'accepted', refusedTracks: [] }
    },
    takedown: async () => ({ result: 'down' }),
  }
  return { told, adapter }
}

/** A release that has been waiting for the store for an hour. */
async function offerToStore(hub: TestHub, account: Awaited<ReturnType<typeof accountOf>>): Promise<string> {
  const { accountId } = account
  const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  await hub.hub.outlets.add({ id: 'store', kind: 'folder', name: 'Example Store', settings: {} })
  const deliveryId = hub.hub.http.ids.make('dlv')
  await hub.hub.http.database.tenantTransaction(accountId, (trx) =>
    trx.execute(
      `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision, updated_at)
       values ($1, $2, $3, 'store', 'folder', 'queued', 1, 1, now() - interval '1 hour')`,
      [deliveryId, releaseId],
    ),
  )
  return deliveryId
}

it('a restored hub sends nothing until the restore is finished, and everything then', async () => {
  const receiver = await startWebhookReceiver()
  const first = await startFirstHub(localWebhooks)
  const account = await accountOf(first)
  const key = await account.key()
  const deliveryId = await offerToStore(first, account)
  const webhooks = '/api/v1/distributor/webhooks'
  const { id } = (await first.json('POST', webhooks, { key, body: { url: receiver.url } })).body
  const { id: messageId } = (await first.json('POST', `${webhooks}/${id}/test`, { key })).body
  const folder = await newFolder()
  // The bytes of such a release were never stored; the backup reports that.
  expect((await operatorOf(first)('backup', 'create', '--to', folder)).code).toBe(1)

  const place = await openEmptyPlace()
  expect((await place.restore(folder)).code).toBe(1)
  const store = startStore()
  const restored = await startOn(place, {
    role: 'all',
    environment: localWebhooks,
    overrides: { webhooks: quickRetries, outletAdapters: [store.adapter] },
  })
  const { system } = place.opened.database
  const runJob = (name: string) => system.execute('select graphile_worker.add_job($1)', [name])
  const untilRun = (...names: string[]) =>
    eventually(
      async () =>
        (await system.row(
          `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = any($1)`,
          [names],
        )) === undefined,
      { what: `the end of ${names.join(', ')}` },
    )
  const askFeed = () => restored.json('GET', '/api/integration/feed', { bearer: integrationToken })
  const messageNow = async () => {
    const { data } = (await restored.json('GET', `${webhooks}/${id}/messages`, { key })).body
    return (data as { id: string }[]).find((message) => message.id === messageId)
  }

  await runJob('sweepDeliveries')
  await runJob('resumeWebhookMessages')
  await untilRun('sweepDeliveries', 'resumeWebhookMessages', 'sendWebhookMessage')
  expect([store.told, receiver.received]).toEqual([[], []])
  expect(await messageNow()).toMatchObject({ status: 'pending', attempts: 0 })
  const paused = await askFeed()
  expect([paused.status, paused.body.error, paused.headers.get('retry-after')]).toEqual([503, 'feed_paused', '60'])

  expect(await place.operator('restore', 'finish')).toMatchObject({ code: 0 })
  expect(await askFeed()).toMatchObject({ status: 200, body: { reset: false, data: [{ deleted: false }] } })
  await eventually(async () => receiver.received.some((message) => message.id === messageId) || undefined, {
    what: 'the message that was kept back',
  })
  await runJob('sweepDeliveries')
  await eventually(() => store.told.length > 0 || undefined, { what: 'the delivery that was kept back' })
  expect(store.told).toEqual([deliveryId])
})

it('a hub whose database other tools brought back to an instant is held in the same way', async () => {
  const hub = await startFirstHub()
  const account = await accountOf(hub)
  await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
  const operator = operatorOf(hub)
  const askFeed = (cursor = '') =>
    hub.json('GET', `/api/integration/feed${cursor && `?cursor=${cursor}`}`, { bearer: integrationToken })
  const cursor: string = (await askFeed()).body.page.nextCursor
  expect(await operator('restore', 'begin', '--to', 'tomorrow')).toMatchObject({ code: 2 })
  expect(await operator('restore', 'begin', '--to', '2026-01-01T00:00:00Z')).toMatchObject({
    code: 0,
    out: ['The hub sends nothing to properties, stores and webhooks until you run: restore finish'],
  })
  await eventually(async () => (await askFeed(cursor)).body.error === 'feed_paused', { what: 'the hold' })
  expect((await operator('restore', 'begin', '--to', '2026-01-01T00:00:00Z')).out).toEqual([
    'This hub is already on hold. When you have checked it, run: restore finish',
  ])
  const isSweepHeld = async () =>
    (await hub.opened.database.system.row(`select from storage_identity where sweep_after > now()`)) !== undefined
  expect(await isSweepHeld()).toBe(true)
  expect(await operator('restore', 'finish')).toMatchObject({ code: 0 })
  expect(await isSweepHeld()).toBe(false)
  expect(await askFeed(cursor)).toMatchObject({ status: 200, body: { reset: true, data: [{ deleted: false }] } })
})
