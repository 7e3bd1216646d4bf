import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const now = Date.parse('2026-05-20T12:00:00Z')
const families = ['music-distributor', 'distributor'] as const

describe.each(families)('analytics of %s: 400, 401, 403', (family) => {
  const path = `/api/v1/${family}/analytics`
  let hub: TestHub
  let key: string
  let other: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => now } } })
    const account = await createTestAccount(hub)
    key = await account.key(['analytics:read'])
    other = await account.key(['music:read', 'music:write', 'catalog:read'])
  })

  it.each([
    [
      'metrics=streams,plays',
      'metrics',
      '"plays" is not allowed. Allowed values: streams, playedMs, downloads, listeners, revenue.',
    ],
    [
      'groupBy=country',
      'groupBy',
      '"country" is not allowed. Allowed values: release, track, outlet, property, territory, source, model.',
    ],
    ['groupBy=track,outlet,model', 'groupBy', 'At most 2 dimensions can be combined; 3 were given.'],
    [
      'from=2025-01-01&to=2026-02-05',
      'from',
      'A range can have at most 400 days, but 2025-01-01 to 2026-02-05 has 401.',
    ],
    ['from=2026-05-21', 'from', 'from (2026-05-21) is after to (2026-05-19, yesterday, the default).'],
    ['from=2026-02-30', 'from', '2026-02-30 is not a valid date.'],
    ['to=0000-01-05', 'to', '0000-01-05 is not a valid date.'],
    ['isrc=abc', 'isrc', 'This is not an ISRC (ISO 3901).'],
    ['upc=123', 'upc', 'This is not a valid UPC, EAN or GTIN-14: check its length and check digit.'],
    ['granularity=hour', 'granularity', 'Must be one of `day`, `week`, `month`, `total`.'],
    ['limit=10001', 'limit', undefined],
    ['territory=Germany', 'territory', undefined],
    ['source=tv', 'source', undefined],
  ])('names the parameter: %s', async (query, pointer, detail) => {
    const { status, body } = await hub.json('GET', `${path}?${query}`, { key })
    expect([status, body.error]).toEqual([400, 'invalid_parameter'])
    expect(body.errors[0].pointer).toBe(pointer)
    if (detail !== undefined) expect(body.errors[0].detail).toBe(detail)
  })

  it('reports everything that is wrong together', async () => {
    const { body } = await hub.json('GET', `${path}?metrics=a,b&groupBy=c&isrc=d`, { key })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      'groupBy',
      'metrics',
      'metrics',
      'isrc',
    ])
  })

  it('takes exactly 400 days', async () => {
    expect((await hub.json('GET', `${path}?from=2025-01-01&to=2026-02-04`, { key })).status).toBe(200)
  })

  it('refuses a cursor that is not its own', async () => {
    const { status, body } = await hub.json('GET', `${path}?cursor=AAAAAAAAAAAAAAAAAAAAAAAA`, { key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })

  it('needs a key with analytics:read', async () => {
    expect((await hub.json('GET', path)).status).toBe(401)
    const { status, body } = await hub.json('GET', path, { key: other })
    expect([status, body.error, body.required]).toEqual([403, 'permission_missing', 'analytics:read'])
  })
})
