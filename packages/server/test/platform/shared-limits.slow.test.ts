import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { startSecondNode } from '../harness/second-node.ts'

/** A limit applies to the whole hub, for any node that a client uses. */

const path = '/api/v1/music-distributor/releases'
const limit = 40

it('what was used up at one node is used up at the other', async () => {
  // One fixed time for both: no minute ends meanwhile.
  const clock = { now: () => Date.parse('2026-05-01T12:00:30Z') }
  const environment = {
    SPINDLE_SECRET: 's'.repeat(40),
    SPINDLE_PUBLIC_URL: 'https://hub.example',
    SPINDLE_RATE_LIMIT: `${limit}/${limit}/${limit}`,
  }
  const one = await startTestHub({
    role: 'api',
    environment,
    overrides: { openDatabase: await createTestDatabase(), clock },
  })
  const other = await startSecondNode(one, { role: 'api', environment, overrides: { clock } })
  const key = await (await createTestAccount(one)).key()
  const ask = async (node: TestHub) => (await node.json('GET', path, { key })).status
  const ask401 = async (node: TestHub) => (await node.json('GET', path, { key: 'sk_wrong' })).status

  for (let turn = 0; turn < limit - 3; turn++) expect(await ask(other)).toBe(200)
  // The latest numbers of the other node: three are left, for both together.
  const principal = (await one.opened.database.system.row<{ id: string }>('select id from api_keys'))?.id ?? ''
  const quota = { policy: 'reads', limit }
  const left = (node: TestHub) => node.hub.http.rateLimiter.look({ subject: principal, quota }).remaining
  await eventually(() => left(one) === 3, { what: 'the first node to know' })
  expect([await ask(one), await ask(one), await ask(one), await ask(one)]).toEqual([200, 200, 200, 429])

  for (let turn = 0; turn < limit; turn++) expect(await ask401(other)).toBe(401)
  expect(await ask401(other)).toBe(429)
  const failed = { subject: '127.0.0.1', quota: { policy: 'failed-credentials', limit } }
  await eventually(() => one.hub.http.rateLimiter.look(failed).remaining === 0, { what: 'the failures to be known' })
  expect(await ask401(one)).toBe(429)
})
