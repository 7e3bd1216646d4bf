import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

const token = 'a'.repeat(32)

it('shows plays in analytics a moment after they were reported', async () => {
  const hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  const account = await createTestAccount(hub)
  const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
  const at = new Date().toISOString()
  const today = at.slice(0, 10)
  const report = await hub.json('POST', '/api/integration/plays', {
    bearer: token,
    body: [{ id: '1', trackId: release.trackIds[0], at }],
  })
  expect(report.body.accepted).toBe(1)
  const key = await account.key()
  const ask = async () =>
    (await hub.json('GET', `/api/v1/distributor/analytics?from=${today}&to=${today}&metrics=streams`, { key })).body
  const data = await eventually(
    async () => {
      const body = await ask()
      return body.data.length > 0 && body.data
    },
    { what: 'the play in the analytics' },
  )
  expect(data).toEqual([{ date: today, group: {}, metrics: { streams: 1 } }])
})
