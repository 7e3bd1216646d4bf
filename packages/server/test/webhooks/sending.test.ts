import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'
import {
  localWebhooks,
  quickRetries,
  startWebhookReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../harness/webhook-receiver.ts'

/** What a receiver gets, with a real server and verified by the reference library of Standard Webhooks. */

const path = '/api/v1/distributor/webhooks'

describe('webhooks', () => {
  let hub: TestHub
  let account: TestAccount
  let key: string
  let receiver: WebhookReceiver
  beforeAll(async () => {
    hub = await startTestHub({
      environment: { ...localWebhooks, SPINDLE_SANDBOX_OUTLET: 'on' },
      overrides: { webhooks: quickRetries },
    })
  })
  beforeEach(async () => {
    account = await createTestAccount(hub)
    key = await account.key()
    receiver = await startWebhookReceiver()
  })
  const create = async (body: object = {}) => {
    const answer = await hub.json('POST', path, { key, body: { url: receiver.url, ...body } })
    expect(answer.status).toBe(201)
    return answer.body as { readonly id: string; readonly secret: string }
  }
  const test = async (id: string) => (await hub.json('POST', `${path}/${id}/test`, { key })).body
  const read = async (id: string) => (await hub.json('GET', `${path}/${id}`, { key })).body
  const messages = async (id: string) => (await hub.json('GET', `${path}/${id}/messages`, { key })).body.data
  const untilEnded = (id: string, messageId: string) =>
    eventually(
      async () => {
        const all = (await messages(id)) as { readonly id: string; readonly status: string }[]
        return all.find((one) => one.id === messageId && one.status !== 'pending') as
          | { readonly status: string; readonly attempts: number; readonly lastAttempt: Record<string, unknown> }
          | undefined
      },
      { what: `the end of ${messageId}` },
    )
  const untilReceived = (count: number) =>
    eventually(() => receiver.received.length >= count, { what: `${count} messages` })

  it('report a release, its deliveries and its uploads with ids and statuses, signed', async () => {
    const { secret } = await create()
    const me = { url: hub.url, key }
    const uploadId = await storeFile(me, 'audio/wav', shortMaster(1))
    const coverUploadId = await storeFile(me, 'image/jpeg', await coverJpeg())
    const body = { ...submittableRelease({ title: 'Heard', uploadId, coverUploadId, serial: 1 }), submit: true }
    const { id } = (await hub.json('POST', '/api/v1/music-distributor/releases', { key, body })).body
    const live = await untilLive(me, id)
    const [delivery] = live.deliveries
    const told = (type: string) =>
      receiver.received.filter(({ body: one }) => one.type === type).map(({ body: { data } }) => data)
    const isTold = (data: Record<string, string>) =>
      receiver.received.some(({ body: one }) => JSON.stringify(one.data) === JSON.stringify(data))
    // Concurrent transactions may be reported in another order.
    await eventually(
      () =>
        isTold({ id, status: 'live' }) &&
        isTold({ id: delivery.id, releaseId: id, status: 'live' }) &&
        isTold({ id: uploadId, status: 'ready' }),
      { what: 'the last messages' },
    )
    for (const message of receiver.received) {
      expect(verifyMessage(message, secret)).toEqual(message.body)
      expect(message.headers).toMatchObject({ 'content-type': 'application/json' })
      expect(Object.keys(message.body)).toEqual(['type', 'timestamp', 'data'])
      expect(message.id).toMatch(/^whm_[0-9A-HJKMNP-TV-Z]{26}$/)
    }
    const statuses = told('release.status_changed').map(({ status }) => status)
    expect(statuses).toContain('live')
    expect(new Set(statuses).size).toBe(statuses.length)
    expect(told('delivery.status_changed')).toContainEqual({ id: delivery.id, releaseId: id, status: 'live' })
    expect(told('upload.status_changed')).toContainEqual({ id: uploadId, status: 'ready' })
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(receiver.received.length)
  })

  it('receive only the requested types, and only of their own account', async () => {
    const { id } = await create({ eventTypes: ['release.status_changed'] })
    const stranger = await createTestAccount(hub, 'Stranger')
    await storeFile({ url: hub.url, key: await stranger.key() }, 'audio/wav', shortMaster(2))
    const uploadId = await storeFile({ url: hub.url, key }, 'audio/wav', shortMaster(3))
    const body = { title: 'Alone', type: 'single', tracks: [{ title: 'Alone', uploadId }] }
    const release = (await hub.json('POST', '/api/v1/music-distributor/releases', { key, body })).body
    const { id: messageId } = await test(id)
    await untilEnded(id, messageId)
    expect(receiver.received.map(({ body: { type, data } }) => [type, data])).toEqual([
      ['release.status_changed', { id: release.id, status: 'draft' }],
      ['endpoint.test', { webhookId: id }],
    ])
  })

  it('are tried again with the same id and body until something arrives, and keep what was answered', async () => {
    const { id, secret } = await create()
    receiver.answer = (_message, response) => {
      response.statusCode = receiver.received.length < 3 ? 500 : 204
      response.end(receiver.received.length < 3 ? 'no database \u0000 today' : undefined)
    }
    const { id: messageId } = await test(id)
    const message = await untilEnded(id, messageId)
    expect(message).toMatchObject({ status: 'delivered', attempts: 3, lastAttempt: { number: 3, statusCode: 204 } })
    expect(receiver.received.map((one) => [one.id, one.text])).toEqual(
      Array.from({ length: 3 }, () => [messageId, receiver.received[0]?.text]),
    )
    for (const one of receiver.received) verifyMessage(one, secret)
    const attempts = (await hub.json('GET', `${path}/${id}/messages/${messageId}/attempts?count=true`, { key })).body
    expect(attempts.page.total).toBe(3)
    expect(attempts.data).toMatchObject([
      { number: 3, statusCode: 204, failure: null, answer: '' },
      { number: 2, statusCode: 500, failure: 'refused', answer: 'no database \uFFFD today' },
      { number: 1, statusCode: 500, failure: 'refused' },
    ])
    const first = (await hub.json('GET', `${path}/${id}/messages/${messageId}/attempts?limit=2`, { key })).body
    const second = (
      await hub.json('GET', `${path}/${id}/messages/${messageId}/attempts?limit=2&cursor=${first.page.nextCursor}`, {
        key,
      })
    ).body
    expect([...first.data, ...second.data].map(({ number }) => number)).toEqual([3, 2, 1])
    expect(await read(id)).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(String) })
  })

  it('show since when nothing arrives, and are disabled when a message fails permanently', async () => {
    const { id } = await create()
    receiver.answer = (_message, response) => void response.writeHead(503).end()
    const { id: messageId } = await test(id)
    expect(await untilEnded(id, messageId)).toMatchObject({ status: 'failed', attempts: 10 })
    expect(await read(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
      failingSince: expect.any(String),
      lastDeliveredAt: null,
    })
    const refused = await hub.json('POST', `${path}/${id}/test`, { key })
    expect(refused).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    receiver.answer = (_message, response) => void response.end()
    await hub.json('PATCH', `${path}/${id}`, { key, body: { status: 'active' } })
    const replayed = await hub.json('POST', `${path}/${id}/messages/${messageId}/replay`, { key })
    expect(replayed).toMatchObject({ status: 202, body: { id: messageId, status: 'pending' } })
    expect(await untilEnded(id, messageId)).toMatchObject({ status: 'delivered', attempts: 11 })
    expect(receiver.received.at(-1)?.id).toBe(messageId)
  })

  it("are disabled immediately by 410, with waiting messages, and the account's activity shows it", async () => {
    const { id } = await create()
    receiver.answer = (_message, response) => void response.writeHead(410).end()
    const { id: messageId } = await test(id)
    expect(await untilEnded(id, messageId)).toMatchObject({ status: 'failed', attempts: 1 })
    expect(await read(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
    const audit = await hub.opened.database
      .tenant(account.accountId)
      .rows(`select type, actor ->> 'type' as actor, data from account_audit_events
             where account_id = $1 and type like 'webhook.%' order by id`)
    expect(audit).toEqual([
      { type: 'webhook.created', actor: 'key', data: { webhook: id, url: receiver.url } },
      { type: 'webhook.disabled', actor: 'hub', data: { webhook: id, url: receiver.url, reason: 'gone' } },
    ])
    await storeFile({ url: hub.url, key }, 'audio/wav', shortMaster(4))
    expect(await messages(id)).toHaveLength(1)
  })

  it('do not follow redirects', async () => {
    const { id } = await create()
    const elsewhere = await startWebhookReceiver()
    receiver.answer = (_message, response) =>
      void response.writeHead(receiver.received.length > 1 ? 410 : 307, { location: elsewhere.url }).end()
    const { id: messageId } = await test(id)
    await untilEnded(id, messageId)
    expect(receiver.received).toHaveLength(2)
    expect(elsewhere.received).toHaveLength(0)
  })

  it('carry two signatures while a secret is replaced, and one without an overlap', async () => {
    const first = await create()
    const rotate = async (body: object) =>
      (await hub.json('POST', `${path}/${first.id}/rotate`, { key, body })).body as { secret: string }
    const second = await rotate({})
    await test(first.id)
    await untilReceived(1)
    const [both] = receiver.received
    for (const { secret } of [first, second]) expect(verifyMessage(both as never, secret)).toBeDefined()
    expect(await read(first.id)).toMatchObject({ previousSecretUntil: expect.any(String) })
    const third = await rotate({ overlapSeconds: 0 })
    await test(first.id)
    await untilReceived(2)
    const alone = receiver.received[1] as never
    expect(verifyMessage(alone, third.secret)).toBeDefined()
    expect(() => verifyMessage(alone, second.secret)).toThrow('No matching signature found')
  })

  it('carry no signature by a secret that was replaced longer ago than the overlap', async () => {
    const first = await create()
    const second = (await hub.json('POST', `${path}/${first.id}/rotate`, { key, body: {} })).body
    await hub.opened.database
      .tenant(account.accountId)
      .execute(`update webhooks set previous_until = now() - interval '1 second' where account_id = $1`)
    await test(first.id)
    await untilReceived(1)
    const [message] = receiver.received
    expect(message?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(verifyMessage(message as never, second.secret)).toBeDefined()
    expect(() => verifyMessage(message as never, first.secret)).toThrow('No matching signature found')
  })

  it('keep no secret that could be read in the database', async () => {
    const { secret } = await create()
    const rows = await hub.opened.database
      .tenant(account.accountId)
      .rows<{ text: string }>(`select encode(secret, 'escape') as text from webhooks where account_id = $1`)
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
    expect(rows).toHaveLength(1)
  })

  it('wait for a slow receiver without holding up the others', async () => {
    const slow = await create()
    const held: (() => void)[] = []
    receiver.answer = (_message, response) => void held.push(() => response.end())
    const blocked = await test(slow.id)
    await test(slow.id)
    await untilReceived(1)
    const quick = await startWebhookReceiver()
    const { id } = (await hub.json('POST', path, { key, body: { url: quick.url } })).body
    const { id: messageId } = await test(id)
    expect(await untilEnded(id, messageId)).toMatchObject({ status: 'delivered' })
    // One at a time: the second message for the slow one has not been sent.
    expect(receiver.received.map((message) => message.id)).toEqual([blocked.id])
    receiver.answer = (_message, response) => void response.end()
    for (const answer of held) answer()
    await untilReceived(2)
  })
})
