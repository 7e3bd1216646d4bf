import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken, type TestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { createReleaseFixture, releasesPath as releases } from '../harness/releases.ts'
import { startSecondNode } from '../harness/second-node.ts'
import {
  localWebhooks,
  startWebhookReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../harness/webhook-receiver.ts'

/** The steps of docs/operating.md, "Replacing the secret", for several nodes: no credential is refused at any step. */

const [before, after, third] = ['b'.repeat(40), 'a'.repeat(40), 't'.repeat(40)]
const secrets = (current: string, previous?: string) => ({
  SPINDLE_SECRET: current,
  ...(previous === undefined ? {} : { SPINDLE_SECRET_PREVIOUS: previous }),
})
const environment = { SPINDLE_PUBLIC_URL: 'https://hub.example', ...localWebhooks, SPINDLE_SANDBOX_OUTLET: 'on' }
const webhooks = '/api/v1/distributor/webhooks'
const headers = { 'idempotency-key': 'once' }

describe('a secret that is replaced', () => {
  let old: TestHub
  let account: TestAccount
  let key: string
  let token: string
  let cursor: string
  let created: { readonly id: string }
  let receiver: WebhookReceiver
  let webhook: { readonly id: string; readonly secret: string }
  let body: object
  const page = (node: TestHub, at: string) => node.json('GET', `${releases}?limit=1&cursor=${at}`, { key })
  const start = (current: string, previous?: string, role: 'api' | 'all' = 'api') =>
    startSecondNode(old, { role, environment: { ...environment, ...secrets(current, previous) } })
  const operate = (words: string[], current: string, previous?: string) =>
    runOperatorCommand(words, {
      ...environment,
      ...secrets(current, previous),
      ...databaseSettings(old.opened.connection),
      SPINDLE_DATA_DIR: old.dataDir,
    })
  const rotate = (current: string, previous?: string) => operate(['secret', 'rotate', '--json'], current, previous)
  const counted = (counts: object) => ({ resealed: 0, current: 0, unopened: 0, ...counts })

  beforeAll(async () => {
    const database = await createTestDatabase()
    atEnd(() => database.close())
    const openDatabase = { ...database, close: async () => {} }
    old = await startTestHub({
      role: 'api',
      environment: { ...environment, ...secrets(before) },
      overrides: { openDatabase },
    })
    const fixture = await createReleaseFixture(old)
    ;({ account, key } = fixture)
    body = await fixture.body()
    token = await requestToken(old, account)
    created = (await old.json('POST', releases, { key, body, headers })).body
    for (let serial = 0; serial < 2; serial++) await fixture.release()
    cursor = (await old.json('GET', `${releases}?limit=1`, { key })).body.page.nextCursor
    await old.hub.outlets.add({ id: 'far', kind: 'folder', name: 'Far Store', settings: {} }, 'password of the store')
    const settings = { folder: '/nowhere', afterwards: 'nothing', everySeconds: 86_400, settleSeconds: 300 } as const
    await old.hub.drops.add(
      { accountId: account.accountId, id: 'near', kind: 'folder', settings },
      'password of the drop',
    )
    receiver = await startWebhookReceiver()
    const { id } = (await old.json('POST', webhooks, { key, body: { url: receiver.url } })).body
    webhook = (await old.json('POST', `${webhooks}/${id}/rotate`, { key, body: {} })).body
  })

  it('is understood by nodes of either step, in both directions', async () => {
    const prepared = await start(before, after)
    const replaced = await start(after, before)
    for (const node of [prepared, replaced]) {
      expect((await page(node, cursor)).status).toBe(200)
      expect((await node.hub.outlets.openSecret('far'))?.secret).toBe('password of the store')
      const again = await node.json('POST', releases, { key, body, headers })
      expect([again.status, again.body.id]).toEqual([201, created.id])
      expect(decodeProtectedHeader(await requestToken(node, account))).toEqual(decodeProtectedHeader(token))
    }
    const newer = (await replaced.json('GET', `${releases}?limit=1`, { key })).body.page.nextCursor
    expect(newer).not.toBe(cursor)
    expect((await page(prepared, newer)).status).toBe(200)
    expect((await page(old, newer)).body.type).toContain('cursor_invalid')

    const refused = await rotate(after, before)
    expect([refused.code, refused.out]).toEqual([1, []])
    expect(refused.err.join(' ')).toContain('runs with another SPINDLE_SECRET')
    await prepared.hub.close()
    await old.hub.close()
    await replaced.hub.close()
  })

  it('is no longer needed once everything is sealed again, which can be done twice', async () => {
    const first = await rotate(after, before)
    expect(first.code).toBe(0)
    expect(JSON.parse(first.out.join('\n'))).toEqual([
      { name: 'signing keys', ...counted({ resealed: 1 }) },
      { name: 'secrets of webhooks', ...counted({ resealed: 2 }) },
      { name: 'mail that waits', ...counted({}) },
      { name: 'secrets of outlets', ...counted({ resealed: 1 }) },
      { name: 'secrets of drops', ...counted({ resealed: 1 }) },
    ])
    const again = await rotate(after)
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out.join('\n'))).toEqual([
      { name: 'signing keys', ...counted({ current: 1 }) },
      { name: 'secrets of webhooks', ...counted({ current: 2 }) },
      { name: 'mail that waits', ...counted({}) },
      { name: 'secrets of outlets', ...counted({ current: 1 }) },
      { name: 'secrets of drops', ...counted({ current: 1 }) },
    ])
    const node = await start(after, undefined, 'all')
    expect(decodeProtectedHeader(await requestToken(node, account))).toEqual(decodeProtectedHeader(token))
    expect((await node.json('GET', '/api/v1/distributor/keys', { bearer: token })).status).toBe(200)
    expect((await node.json('POST', `${webhooks}/${webhook.id}/test`, { key })).status).toBe(202)
    await eventually(() => receiver.received.some((message) => message.body.type === 'endpoint.test'), {
      what: 'the message',
    })
    for (const message of receiver.received) verifyMessage(message, webhook.secret)
    expect((await node.hub.outlets.openSecret('far'))?.secret).toBe('password of the store')
    expect((await page(node, cursor)).body.type).toContain('cursor_invalid')
    await node.hub.close()
  })

  it('is still that of the backups it has signed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-rotation-'))
    atEnd(() => rm(folder, { recursive: true }))
    // The uploads of the fixture have no bytes, which it says.
    await operate(['backup', 'create', '--to', folder], after, before)
    const isOfThisHub = async (current: string, previous?: string) =>
      JSON.parse((await operate(['backup', 'verify', folder, '--json'], current, previous)).out.join('')).isOfThisHub
    expect(await isOfThisHub(third, after)).toBe(true)
    expect(await isOfThisHub(third)).toBe(false)
  })

  it('that is lost is reported, and what is sealed stays as it is', async () => {
    const lost = await rotate(third)
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.out.join('\n'))).toEqual([
      { name: 'signing keys', ...counted({ unopened: 1 }) },
      { name: 'secrets of webhooks', ...counted({ unopened: 2 }) },
      { name: 'mail that waits', ...counted({}) },
      { name: 'secrets of outlets', ...counted({ unopened: 1 }) },
      { name: 'secrets of drops', ...counted({ unopened: 1 }) },
    ])
    expect(lost.err.join(' ')).toContain('SPINDLE_SECRET_PREVIOUS')
    expect((await rotate(after)).code).toBe(0)
  })
})
