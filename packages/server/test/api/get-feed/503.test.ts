import { expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub } from '../../harness/hub.ts'
import { operatorOf } from '../../harness/operator.ts'

const token = 'a'.repeat(32)

it('pauses on a hub that went back in time, until the operator has looked at it', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  const operator = operatorOf(hub)
  const ask = () => hub.json('GET', '/api/integration/feed', { bearer: token })
  expect((await operator('restore', 'begin', '--to', '2026-01-01T00:00:00Z')).code).toBe(0)
  const paused = await eventually(
    async () => {
      const answer = await ask()
      return answer.status === 503 && answer
    },
    { what: 'the hold' },
  )
  expect(paused.body).toMatchObject({ error: 'feed_paused', status: 503 })
  expect(paused.body).not.toHaveProperty('data')
  expect(paused.headers.get('retry-after')).toBe('60')
  expect((await operator('restore', 'finish')).code).toBe(0)
  expect(await ask()).toMatchObject({ status: 200, body: { data: [] } })
})
