import { expect, it } from 'vitest'
import { hubSecret, metricsToken, propertyToken, startPropertyHub } from '../../harness/property-hub.ts'

it('getSystem shows the state of the hub, with every setting by name and none of its secrets', async () => {
  const before = Date.now()
  const { hub, operator } = await startPropertyHub()
  const { status, body } = await operator.ask('GET', '/console/api/operator/system')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: expect.stringMatching(/^0\.2\.0\+[0-9a-f]{7}$/),
    node: process.version,
    publicUrl: hub.url,
    database: { version: expect.stringMatching(/^PostgreSQL \d+/), kind: 'embedded' },
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    jobs: { waiting: expect.any(Number), running: 0, failed: 0, oldestSeconds: expect.any(Number) },
  })
  expect(Date.parse(body.startedAt)).toBeGreaterThanOrEqual(before)
  expect(body.database.migrations).toBeGreaterThan(20)
  expect(body.outlets).toContainEqual({ id: 'sandbox', name: 'Sandbox', kind: 'sandbox', ernVersion: null })
  expect(body.checks.map(({ name }: { name: string }) => name)).toEqual([
    'disk space',
    'database',
    'nodes',
    'mail',
    'storage for uploads',
    'stored uploads',
    'backups',
    'walls around the analysis',
    'integration tokens',
  ])
  const settings = new Map(body.settings.map((setting: { key: string }) => [setting.key, setting]))
  expect(settings.get('SPINDLE_METRICS_TOKEN')).toMatchObject({ value: null, isSet: true, isSecret: true })
  expect(settings.get('SPINDLE_SANDBOX_OUTLET')).toMatchObject({ value: 'on', isSet: true, isSecret: false })
  expect(settings.get('SPINDLE_REVIEW')).toMatchObject({ value: 'auto', isSet: false })
  const text = JSON.stringify(body)
  for (const hidden of [propertyToken, metricsToken, hubSecret]) expect(text).not.toContain(hidden)
})
