import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'

const [tokenA, tokenB] = ['a'.repeat(32), 'b'.repeat(32)]
const now = Date.parse('2026-05-20T12:00:00Z')

it('limits the plays of one property in a minute and leaves another property its own', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA},site-b=${tokenB}`,
      SPINDLE_RATE_LIMIT: '600/120/300',
      SPINDLE_PLAYS_PER_MINUTE: '1000',
    },
    overrides: { clock: { now: () => now } },
  })
  const { accountId } = await createTestAccount(hub)
  const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a', 'site-b'] })
  const report = (bearer: string, name: string, count: number) =>
    hub.json('POST', '/api/integration/plays', {
      bearer,
      body: Array.from({ length: count }, (_, i) => ({
        id: `${name}${i}`,
        trackId: trackIds[0],
        at: '2026-05-20T12:00:00Z',
      })),
    })
  expect(await report(tokenA, 'a', 700)).toMatchObject({ status: 200, body: { accepted: 700 } })
  const refused = await report(tokenA, 'b', 301)
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.body.detail).toContain('1000')
  expect(await report(tokenB, 'c', 700)).toMatchObject({ status: 200, body: { accepted: 700 } })
})

it('counts a small batch as a hundred plays, because a request costs something too', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA}`,
      SPINDLE_RATE_LIMIT: '600/120/300',
      SPINDLE_PLAYS_PER_MINUTE: '1000',
    },
    overrides: { clock: { now: () => now } },
  })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await hub.json('POST', '/api/integration/plays', { bearer: tokenA, body: [] })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
})
