import { expect, it } from 'vitest'
import { jobLanes } from '../../src/platform/job-lanes.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { undoAfterEach } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { createUploadClient } from '../harness/uploads.ts'
import { localWebhooks, startWebhookReceiver } from '../harness/webhook-receiver.ts'

/** Slow receivers do not affect other accounts. */

// Each has separate hubs, with a connection for every lane.
undoAfterEach()

const path = '/api/v1/distributor/webhooks'
/** Longer than the test: no worker becomes free by a timeout. */
const network = { lookup: async () => ['127.0.0.1'], timeoutMs: 600_000 }

it('an account whose receivers all hang holds up its own messages alone', async () => {
  const hub = await startTestHub({ environment: localWebhooks, overrides: { webhooks: { network } } })
  const [slowKey, quickKey] = [await (await createTestAccount(hub)).key(), await (await createTestAccount(hub)).key()]
  const [slow, quick] = [await startWebhookReceiver(), await startWebhookReceiver()]
  const held: (() => void)[] = []
  slow.answer = (_message, response) => void held.push(() => response.end())
  const release = () => held.splice(0).map((answer) => answer())

  const sendSlow: (() => Promise<unknown>)[] = []
  for (let place = 0; place < 20; place++) sendSlow.push(await addWebhook(hub, slowKey, `${slow.url}/${place}`))
  for (const send of sendSlow) await send()
  await eventually(() => held.length >= 4, { what: 'four receivers to be held' })

  await (await addWebhook(hub, quickKey, quick.url))()
  await eventually(() => quick.received.length === 1, { what: 'the message of the other account' })
  expect(held.length).toBe(4)
  // A new webhook uses the lane with the fewest webhooks: the first four do not delay each other.
  expect(slow.received.map((message) => message.path).sort()).toEqual(['/0', '/1', '/2', '/3'])

  // Waiting messages arrive once the receivers answer, each once.
  slow.answer = (_message, response) => void response.end()
  release()
  await eventually(() => slow.received.length === 20, { what: 'all messages of the slow account' })
  expect(new Set(slow.received.map((message) => message.path)).size).toBe(20)
})

/**
 * Accounts with four webhooks each, the most that are sent at a time, whose receiver does not answer until it is
 * released.
 */
async function openSlowAccounts(hub: TestHub, count: number) {
  const slow = await startWebhookReceiver()
  const held: (() => void)[] = []
  slow.answer = (_message, response) => void held.push(() => response.end())
  const accounts = await Promise.all(Array.from({ length: count }, () => createTestAccount(hub)))
  const keys = await Promise.all(accounts.map((account) => account.key()))
  const tests: (() => Promise<void>)[] = []
  for (const key of keys)
    for (let place = 0; place < 4; place++) tests.push(await addWebhook(hub, key, `${slow.url}/${place}`))
  return {
    slow,
    keys,
    held,
    send: async () => void (await Promise.all(tests.map((send) => send()))),
    letGo: () => {
      slow.answer = (_message, response) => void response.end()
      for (const answer of held.splice(0)) answer()
    },
  }
}

async function addWebhook(hub: TestHub, key: string, url: string): Promise<() => Promise<void>> {
  const { status, body } = await hub.json('POST', path, { key, body: { url } })
  expect(status).toBe(201)
  return async () => expect((await hub.json('POST', `${path}/${body.id}/test`, { key })).status).toBe(202)
}

const countSlow = async (hub: TestHub): Promise<number | undefined> =>
  (await hub.opened.database.system.row<{ count: number }>('select count(*) as count from webhooks where is_slow'))
    ?.count

it('receivers of twenty accounts that hang do not delay receivers that answer', async () => {
  const sending = { network: { ...network, timeoutMs: 200 }, retryDelaysMs: Array.from({ length: 9 }, () => 3_600_000) }
  const hub = await startTestHub({ environment: localWebhooks, overrides: { webhooks: sending } })
  const { slow, keys, held, send, letGo } = await openSlowAccounts(hub, 20)
  await send()
  await eventually(async () => (await countSlow(hub)) === 80, { what: 'all of them to have timed out once' })

  // From here on no worker becomes free by a timeout. These messages are written by triggers.
  sending.network.timeoutMs = network.timeoutMs
  held.splice(0)
  for (const key of keys) await createUploadClient(hub, key).begin(5)
  await eventually(() => held.length >= jobLanes.slowWebhooks, { what: 'the workers for slow ones to be held' })

  const quick = await startWebhookReceiver()
  await (await addWebhook(hub, await (await createTestAccount(hub)).key(), quick.url))()
  await eventually(() => quick.received.length === 1, { what: 'the message of the account that answers' })
  expect(held.length).toBe(jobLanes.slowWebhooks)

  letGo()
  await eventually(() => slow.received.length >= 160, { what: 'what waited to arrive' })
  // A receiver that answers in time counts as fast again.
  await eventually(
    async () => {
      await send()
      return (await countSlow(hub)) === 0
    },
    { what: 'all of them to be quick', intervalMs: 1_000 },
  )
})

it('moves waiting messages to the queue of slow receivers when their receiver becomes slow', async () => {
  const hub = await startTestHub({ role: 'api', environment: localWebhooks, overrides: { webhooks: { network } } })
  const { held, send, letGo } = await openSlowAccounts(hub, 5)
  await send()
  await hub.opened.database.system.execute('update webhooks set is_slow = true')
  const quick = await startWebhookReceiver()
  await (await addWebhook(hub, await (await createTestAccount(hub)).key(), quick.url))()
  await startSecondNode(hub, { role: 'worker', environment: localWebhooks, overrides: { webhooks: { network } } })
  await eventually(() => quick.received.length === 1, { what: 'the message of the account that answers' })
  await eventually(() => held.length === 5, { what: 'one message of each account to be sent' })
  letGo()
})
