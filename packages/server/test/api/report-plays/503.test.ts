import { request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const token = 'a'.repeat(32)
const path = '/api/integration/plays'

it('answers 503 to batches beyond the byte budget and accepts them again afterwards', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  const announced = 5 * 1024 * 1024
  const slow = Array.from({ length: 8 }, () => {
    const request = httpRequest(`${hub.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': announced },
    })
    request.on('error', () => {})
    request.write('[')
    return request
  })
  const report = () => hub.json('POST', path, { bearer: token, body: [] })
  const reportUntil = (status: number) =>
    eventually(
      async () => {
        const answer = await report()
        return answer.status === status && answer
      },
      { what: `an answer with ${status}` },
    )
  const refused = await reportUntil(503)
  expect(refused.body.error).toBe('overloaded')
  expect(refused.headers.get('retry-after')).toBe('1')
  slow[0]?.destroy()
  await reportUntil(200)
  for (const request of slow) request.destroy()
})

it('answers 503 integration_not_configured while there is no token', async () => {
  const hub = await sharedHub()
  const { status, body } = await hub.json('POST', path, { bearer: token, body: [] })
  expect([status, body.error]).toEqual([503, 'integration_not_configured'])
})
