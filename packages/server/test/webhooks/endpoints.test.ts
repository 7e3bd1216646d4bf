import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

/** The operations on webhooks, as their callers meet them. */

const path = '/api/v1/distributor/webhooks'
const nobody = 'whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('operations on webhooks', () => {
  let hub: TestHub
  let account: TestAccount
  let key: string
  let nowMs = Date.parse('2026-05-01T08:00:00.000Z')
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_QUOTA_WEBHOOKS: '4', SPINDLE_WEBHOOK_TARGETS: 'hooks.internal, 10.20.0.0/16' },
      overrides: { clock: { now: () => nowMs++ } },
    })
  })
  const open = async (): Promise<void> => {
    account = await createTestAccount(hub)
    key = await account.key()
  }
  const create = (body: object) => hub.json('POST', path, { key, body })
  const url = 'https://label.example/hooks'

  it('create answers the webhook with its secret, which nothing else shows', async () => {
    await open()
    const { status, headers, body } = await create({
      url,
      eventTypes: ['upload.status_changed'],
      description: 'Masters',
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${path}/${body.id}`)
    expect(body).toMatchObject({
      url,
      description: 'Masters',
      eventTypes: ['upload.status_changed'],
      status: 'active',
      disabledReason: null,
      failingSince: null,
      lastDeliveredAt: null,
      previousSecretUntil: null,
    })
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret, ...shown } = body
    const got = await hub.json('GET', `${path}/${body.id}`, { key })
    expect(got.body).toEqual(shown)
    const listed = await hub.json('GET', path, { key })
    expect(listed.body.data).toEqual([shown])
    expect(JSON.stringify([got.body, listed.body])).not.toContain(secret)
  })

  it('create makes one webhook for one Idempotency-Key, and shows its secret once', async () => {
    await open()
    const send = () => hub.json('POST', path, { key, body: { url }, headers: { 'idempotency-key': 'once' } })
    const [first, again] = [await send(), await send()]
    expect(again).toMatchObject({ status: 409, body: { error: 'secret_shown_once', id: first.body.id } })
  })

  it.each([
    'http://label.example/hooks',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://10.21.0.1/',
    'https://name:password@label.example/',
    'https://',
  ])('create refuses the address %s', async (refused) => {
    await open()
    const { status, body } = await create({ url: refused })
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe('/url')
  })

  it.each(['http://hooks.internal:3000/', 'https://10.20.1.1/', 'http://10.20.1.1/'])(
    'create takes %s, which the operator names',
    async (named) => {
      await open()
      expect((await create({ url: named })).status).toBe(201)
    },
  )

  it.each([
    [{}, '/url'],
    [{ url: 'ftp://label.example' }, '/url'],
    [{ url, eventTypes: [] }, '/eventTypes'],
    [{ url, eventTypes: ['release.deleted'] }, '/eventTypes/0'],
    [{ url, eventTypes: ['endpoint.test'] }, '/eventTypes/0'],
    [{ url, description: '' }, '/description'],
    [{ url, secret: 'mine' }, '/secret'],
  ])('create refuses %j', async (given, pointer) => {
    await open()
    const { status, body } = await create(given)
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe(pointer)
  })

  it('create stops at the quota, also when several ask at once', async () => {
    await open()
    const answers = await Promise.all(Array.from({ length: 7 }, () => create({ url })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 403, 403, 403])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      error: 'quota_exceeded',
      quota: 'webhooks',
      limit: 4,
      used: 4,
    })
  })

  it('list pages, newest first, and counts', async () => {
    await open()
    const ids = []
    for (const part of ['a', 'b', 'c']) ids.unshift((await create({ url: `${url}/${part}` })).body.id)
    const first = (await hub.json('GET', `${path}?limit=2&count=true`, { key })).body
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = (await hub.json('GET', `${path}?limit=2&cursor=${first.page.nextCursor}`, { key })).body
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
    expect(second.page).toMatchObject({ hasMore: false, nextCursor: null })
    const { status, body } = await hub.json('GET', `${path}?cursor=AAAA`, { key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })

  it('update changes what it names, takes away what is null, and minds If-Match', async () => {
    await open()
    const { id } = (await create({ url, eventTypes: ['release.status_changed'], description: 'One' })).body
    const read = await hub.json('GET', `${path}/${id}`, { key })
    const etag = read.headers.get('etag') ?? ''
    const patch = (body: object, headers: Record<string, string> = {}) =>
      hub.json('PATCH', `${path}/${id}`, { key, body, headers })
    const changed = await patch({ eventTypes: null, description: null }, { 'if-match': etag })
    expect(changed).toMatchObject({ status: 200, body: { url, eventTypes: null, description: null, status: 'active' } })
    const late = await patch({ url: `${url}/2` }, { 'if-match': etag })
    expect(late).toMatchObject({ status: 412, body: { error: 'precondition_failed' } })
    expect((await patch({ url: 'https://127.0.0.1/' })).status).toBe(422)
    const disabled = await patch({ status: 'disabled' })
    expect(disabled.body).toMatchObject({
      status: 'disabled',
      disabledReason: 'requested',
      disabledAt: expect.any(String),
    })
    expect((await patch({ status: 'active' })).body).toMatchObject({ disabledReason: null, disabledAt: null })
    const types = await hub.opened.database
      .tenant(account.accountId)
      .rows<{ type: string }>(
        `select type from account_audit_events where account_id = $1 and type like 'webhook.%' order by id`,
      )
    expect(types.map(({ type }) => type)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.enabled',
    ])
  })

  it('disabling gives up what waits; a replay brings it back once the webhook is active', async () => {
    await open()
    const { id } = (await create({ url })).body
    const message = (await hub.json('POST', `${path}/${id}/test`, { key })).body
    expect(message).toMatchObject({ type: 'endpoint.test', data: { webhookId: id }, status: 'pending', attempts: 0 })
    await hub.json('PATCH', `${path}/${id}`, { key, body: { status: 'disabled' } })
    const log = async (query = '') => (await hub.json('GET', `${path}/${id}/messages${query}`, { key })).body.data
    expect(await log()).toMatchObject([{ id: message.id, status: 'failed', nextAttemptAt: null }])
    expect(await log('?status=pending')).toEqual([])
    const replay = () => hub.json('POST', `${path}/${id}/messages/${message.id}/replay`, { key })
    expect(await replay()).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    await hub.json('PATCH', `${path}/${id}`, { key, body: { status: 'active' } })
    expect(await replay()).toMatchObject({ status: 202, body: { id: message.id, status: 'pending', endedAt: null } })
    expect(await log('?status=pending')).toMatchObject([{ id: message.id }])
  })

  it('delete takes the webhook away with its log', async () => {
    await open()
    const { id } = (await create({ url })).body
    const { id: messageId } = (await hub.json('POST', `${path}/${id}/test`, { key })).body
    expect((await hub.json('DELETE', `${path}/${id}`, { key })).status).toBe(204)
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/messages'],
    ] as const) {
      const answer = await hub.json(method, `${path}/${id}${rest}`, { key, ...(rest === '/rotate' && { body: {} }) })
      expect([answer.status, answer.body.error], `${method} ${rest}`).toEqual([404, 'webhook_not_found'])
    }
    const attempts = await hub.json('GET', `${path}/${id}/messages/${messageId}/attempts`, { key })
    expect([attempts.status, attempts.body.error]).toEqual([404, 'webhook_message_not_found'])
  })

  it('know nothing of the messages of another webhook', async () => {
    await open()
    const [one, other] = [(await create({ url })).body, (await create({ url })).body]
    const { id: messageId } = (await hub.json('POST', `${path}/${one.id}/test`, { key })).body
    for (const place of [other.id, nobody]) {
      const replay = await hub.json('POST', `${path}/${place}/messages/${messageId}/replay`, { key })
      expect([replay.status, replay.body.error]).toEqual([404, 'webhook_message_not_found'])
      const attempts = await hub.json('GET', `${path}/${place}/messages/${messageId}/attempts`, { key })
      expect(attempts.status).toBe(404)
    }
  })
})
