import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'

const path = '/api/integration/plays'

describe('reportPlays 400, 415, 422', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedPropertyHub()
  })
  const report = (body: string, type = 'application/json') =>
    hub.json('POST', path, { bearer: tokenOfSiteA, body, headers: { 'content-type': type } })

  it('refuses a whole array that is not valid JSON', async () => {
    const { status, body } = await report('[{"id":1},')
    expect([status, body.error, body.detail]).toEqual([400, 'invalid_json', 'The body is not valid JSON.'])
  })

  it('refuses a body that is not UTF-8', async () => {
    const response = await hub.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOfSiteA}`, 'content-type': 'application/x-ndjson' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_json'])
  })

  it('refuses a JSON body that is not a list of events', async () => {
    for (const [body, code] of [
      ['{"id":"a"}', 'type'],
      ['null', 'type'],
      ['', 'required'],
    ]) {
      const answer = await report(body ?? '')
      expect([answer.status, answer.body.error, answer.body.errors[0].code]).toEqual([422, 'validation_failed', code])
    }
  })

  it('takes JSON and NDJSON only', async () => {
    for (const type of ['text/csv', 'application/merge-patch+json', 'application/jsonl']) {
      const { status, body } = await report('[]', type)
      expect([status, body.error]).toEqual([415, 'unsupported_media_type'])
      expect(body.detail).toBe('Send the body with the header Content-Type: application/json or application/x-ndjson.')
    }
  })
})
