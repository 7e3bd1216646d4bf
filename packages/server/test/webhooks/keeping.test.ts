import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { localWebhooks, quickRetries, startWebhookReceiver } from '../harness/webhook-receiver.ts'

/** How much is kept of what was sent, and what happens when too much waits. */

const path = '/api/v1/distributor/webhooks'

describe('the log of a webhook', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await startTestHub({ environment: localWebhooks, overrides: { webhooks: quickRetries } })
    key = await (await createTestAccount(hub)).key()
  })
  const create = async (url: string) => (await hub.json('POST', path, { key, body: { url } })).body
  /** Messages of a webhook that ended so many days ago, or wait. */
  const insert = (webhookId: string, count: number, { days, status }: { days: number; status: string }) =>
    hub.opened.database.system.execute(
      `insert into webhook_messages (account_id, id, webhook_id, type, data, status, created_at, next_attempt_at, ended_at)
       select w.account_id, make_webhook_message_id(), w.id, 'endpoint.test', '{}', $3,
              now() - make_interval(days => $4), case when $3 = 'pending' then now() end,
              case when $3 <> 'pending' then now() - make_interval(days => $4) end
       from webhooks w, generate_series(1, $2::int) where w.id = $1`,
      [webhookId, count, status, days],
    )
  const count = async (webhookId: string): Promise<number> =>
    (await hub.json('GET', `${path}/${webhookId}/messages?limit=1&count=true`, { key })).body.page.total
  const prune = () =>
    hub.opened.database.system.execute(`select graphile_worker.add_job('pruneWebhookMessages', '{}'::json)`)

  it('forgets what ended more than 30 days ago, and what is older than the newest 10,000', async () => {
    const old = await create('https://old.example/')
    await insert(old.id, 1_200, { days: 31, status: 'failed' })
    await insert(old.id, 3, { days: 31, status: 'pending' })
    await insert(old.id, 2, { days: 29, status: 'delivered' })
    const many = await create('https://many.example/')
    await insert(many.id, 10_005, { days: 1, status: 'delivered' })
    await prune()
    await eventually(async () => (await count(many.id)) === 10_000, { what: 'the newest messages' })
    expect(await count(old.id)).toBe(5)
  })

  it('ends when more messages wait than are kept: the webhook is disabled and they are given up', async () => {
    const receiver = await startWebhookReceiver()
    const { id } = await create(receiver.url)
    await insert(id, 10_001, { days: 0, status: 'pending' })
    await hub.json('POST', `${path}/${id}/test`, { key })
    const webhook = await eventually(
      async () => {
        const { body } = await hub.json('GET', `${path}/${id}`, { key })
        return body.status === 'disabled' && body
      },
      { what: 'the webhook to be disabled' },
    )
    expect(webhook.disabledReason).toBe('backlog')
    const { body } = await hub.json('GET', `${path}/${id}/messages?status=pending&count=true`, { key })
    expect(body.page.total).toBe(0)
  })

  it('sends what waits and has lost its job, as in a restored backup, once', async () => {
    const receiver = await startWebhookReceiver()
    const { id } = await create(receiver.url)
    await insert(id, 2, { days: 0, status: 'pending' })
    await hub.opened.database.system.execute(
      `update webhook_messages set next_attempt_at = now() - interval '11 minutes' where webhook_id = $1`,
      [id],
    )
    const resume = () =>
      hub.opened.database.system.execute(`select graphile_worker.add_job('resumeWebhookMessages', '{}'::json)`)
    await resume()
    await resume()
    await eventually(
      async () =>
        (await hub.json('GET', `${path}/${id}/messages?status=delivered&count=true`, { key })).body.page.total === 2,
      { what: 'both messages to arrive' },
    )
    expect(receiver.received.length).toBe(2)
  })
})
