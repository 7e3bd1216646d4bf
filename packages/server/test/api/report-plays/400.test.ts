import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const token = 'a'.repeat(32)
const path = '/api/integration/plays'

describe('reportPlays 400, 401, 413, 415, 422', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  })
  const report = (body: string, type = 'application/json') =>
    hub.json('POST', path, { bearer: token, body, headers: { 'content-type': type } })

  it('refuses a whole array that is not valid JSON', async () => {
    const { status, body } = await report('[{"id":1},')
    expect([status, body.error, body.detail]).toEqual([400, 'invalid_json', 'The body is not valid JSON.'])
  })

  it('refuses a body that is not UTF-8', async () => {
    const response = await hub.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
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

  it('names the limit when there are too many events or bytes', async () => {
    const many = await report(`[${Array<string>(10_001).fill('{}').join(',')}]`)
    expect([many.status, many.body.error]).toEqual([413, 'body_too_large'])
    expect(many.body.detail).toBe('A batch may have at most 10000 events; this one has 10001.')
    const large = await report(`["${'x'.repeat(5 * 1024 * 1024)}"]`)
    expect([large.status, large.body.error]).toEqual([413, 'body_too_large'])
    expect(large.body.detail).toBe('This body may have at most 5242880 bytes.')
  })

  it('takes JSON and NDJSON only', async () => {
    for (const type of ['text/csv', 'application/merge-patch+json', 'application/jsonl']) {
      const { status, body } = await report('[]', type)
      expect([status, body.error]).toEqual([415, 'unsupported_media_type'])
      expect(body.detail).toBe('Send the body with the header Content-Type: application/json or application/x-ndjson.')
    }
  })

  it('needs an integration token, whatever the body is', async () => {
    const none = await hub.json('POST', path, { body: [] })
    expect([none.status, none.body.error]).toEqual([401, 'credentials_missing'])
    const wrong = await hub.json('POST', path, { bearer: 'b'.repeat(32), body: 'nonsense' })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_token'])
  })

  it('leaves the body limit of other operations unchanged', async () => {
    const { status, body } = await hub.json('POST', '/api/v1/music-distributor/releases', {
      body: `["${'x'.repeat(1024 * 1024)}"]`,
      key: 'spn_nonsense',
    })
    expect([status, body.error]).toEqual([401, 'api_key_invalid'])
  })
})
