import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { setUpOperator, type TestPerson } from '../harness/people.ts'

/** Properties and the system, as the operators see them: when each property was heard of, how the hub is, and no secret. */

const token = 'canaryIntegrationTokenOfSiteA0123456789'
const metricsToken = 'canaryMetricsToken0123456789'
const secret = 'canaryHubSecret0123456789abcdefghijklmnop'

describe('the hub itself', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: {
        SPINDLE_INTEGRATION_TOKENS: `site-a=${token},site-b=${'b'.repeat(32)}`,
        SPINDLE_METRICS_TOKEN: metricsToken,
        SPINDLE_SECRET: secret,
        SPINDLE_SANDBOX_OUTLET: 'on',
      },
    })
    operator = await setUpOperator(hub)
  })
  const properties = async () => (await operator.ask('GET', '/console/api/operator/properties')).body
  const bearer = token

  it('shows properties that were never heard of, in pages', async () => {
    const nothing = { verifiedAt: null, feedReadAt: null, feedBehind: 0, playsAt: null }
    expect((await properties()).data).toEqual([
      { id: 'site-a', ...nothing },
      { id: 'site-b', ...nothing },
    ])
    const first = (await operator.ask('GET', '/console/api/operator/properties?limit=1&count=true')).body
    expect(first).toMatchObject({ data: [{ id: 'site-a' }], page: { hasMore: true, total: 2 } })
    const next = await operator.ask('GET', `/console/api/operator/properties?limit=1&cursor=${first.page.nextCursor}`)
    expect(next.body).toMatchObject({ data: [{ id: 'site-b' }], page: { hasMore: false } })
  })

  it('tells when a property was verified, how far it follows its feed, and when it reported plays', async () => {
    const { accountId } = await createTestAccount(hub)
    const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a', 'site-b'], title: 'Live' })
    const before = Date.now()
    expect((await hub.json('GET', '/api/integration/verify', { bearer })).status).toBe(200)
    expect((await properties()).data).toMatchObject([
      { id: 'site-a', feedReadAt: null, feedBehind: trackIds.length },
      { id: 'site-b', verifiedAt: null, feedBehind: trackIds.length },
    ])
    await hub.json('GET', '/api/integration/feed', { bearer })
    const play = { id: 'one', trackId: trackIds[0], at: new Date().toISOString() }
    await hub.json('POST', '/api/integration/plays', { bearer, body: [play] })
    const [siteA, siteB] = (await properties()).data
    expect(siteA).toMatchObject({ feedBehind: 0 })
    for (const at of [siteA.verifiedAt, siteA.feedReadAt, siteA.playsAt])
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
    expect(siteB).toMatchObject({ verifiedAt: null, feedReadAt: null, playsAt: null, feedBehind: trackIds.length })
  })

  it('counts tokens that were refused', async () => {
    const refusals = async () => (await operator.ask('GET', '/console/api/operator/refusals')).body
    expect(await refusals()).toEqual({ count: 0, lastAt: null })
    for (const wrong of ['wrong', `${token}x`])
      expect((await hub.json('GET', '/api/integration/verify', { bearer: wrong })).status).toBe(401)
    expect(await refusals()).toEqual({ count: 2, lastAt: expect.any(String) })
    await hub.json('GET', '/api/integration/verify', { bearer: 'wrong' })
    expect((await refusals()).count).toBe(3)
  })

  it('shows how it is, with every setting by name and none of its secrets', async () => {
    const { body } = await operator.ask('GET', '/console/api/operator/system')
    expect(body).toMatchObject({
      version: '0.1.0',
      node: process.version,
      publicUrl: hub.url,
      database: { version: expect.stringMatching(/^PostgreSQL \d+/), kind: 'embedded' },
      disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
      jobs: { waiting: expect.any(Number), running: 0, failed: 0, oldestSeconds: expect.any(Number) },
    })
    expect(body.database.migrations).toBeGreaterThan(20)
    expect(body.outlets).toContainEqual({ id: 'sandbox', name: 'Sandbox', kind: 'sandbox' })
    expect(body.checks.map(({ name }: { name: string }) => name)).toEqual([
      'disk space',
      'database',
      'nodes',
      'storage for uploads',
      'backups',
      'walls around the analysis',
      'integration tokens',
    ])
    const settings = new Map(body.settings.map((setting: { key: string }) => [setting.key, setting]))
    expect(settings.get('SPINDLE_METRICS_TOKEN')).toMatchObject({ value: null, isSet: true, isSecret: true })
    expect(settings.get('SPINDLE_SANDBOX_OUTLET')).toMatchObject({ value: 'on', isSet: true, isSecret: false })
    expect(settings.get('SPINDLE_REVIEW')).toMatchObject({ value: 'auto', isSet: false })
    const text = JSON.stringify(body)
    for (const hidden of [token, metricsToken, secret]) expect(text).not.toContain(hidden)
  })

  it('signs with a new key, and what was signed before still counts', async () => {
    const account = await createTestAccount(hub)
    const before = await account.token()
    const rotated = await operator.ask('POST', '/console/api/operator/signing-key/rotate')
    expect(rotated.status).toBe(200)
    const keys = (await hub.json('GET', '/.well-known/jwks.json')).body.keys ?? []
    expect(rotated.body.keyId).toMatch(/^[\w-]{43}$/)
    expect(keys.length).toBeGreaterThanOrEqual(1)
    expect((await hub.json('GET', '/api/v1/distributor/keys', { bearer: before })).status).toBe(200)
  })
})
