import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { sharedOperator, sharedReleaseHub } from '../harness/shared-hub.ts'

/** Names from before 1.0 are refused, and the answer names the new one. */

let hub: TestHub
let fixture: ReleaseFixture
beforeAll(async () => {
  ;({ hub, fixture } = await sharedReleaseHub())
})

describe('a former name of a parameter', () => {
  it.each([
    ['/api/v1/music-distributor/releases?q=night', 'q', 'Did you mean `query`?'],
    ['/api/v1/distributor/catalog?q=night', 'q', 'Did you mean `query`?'],
    ['/api/v1/distributor/catalog?search=night', 'search', 'Did you mean `query`?'],
    ['/api/v1/music-distributor/analytics?by=track', 'by', 'Did you mean `groupBy`?'],
    ['/api/v1/distributor/analytics?by=track', 'by', 'Did you mean `groupBy`?'],
    ['/api/v1/distributor/analytics?groupby=track', 'groupby', 'Did you mean `groupBy`?'],
  ])('%s', async (path, pointer, fix) => {
    const { status, body } = await hub.json('GET', path, { key: fixture.key })
    expect([status, body.error]).toEqual([400, 'invalid_parameter'])
    expect(body.errors).toMatchObject([{ pointer, code: 'unknown_parameter', fix }])
  })

  it('is named to the operator as well', async () => {
    const operator = await sharedOperator()
    for (const list of ['accounts', 'people']) {
      const { status, body } = await operator.ask('GET', `/console/api/operator/${list}?q=night`)
      expect([list, status]).toEqual([list, 400])
      expect(body.errors).toMatchObject([{ pointer: 'q', fix: 'Did you mean `query`?' }])
    }
  })

  it('is named when a file is sent', async () => {
    const response = await hub.request('/api/v1/distributor/uploads?fileName=a.wav', {
      method: 'POST',
      headers: { 'x-api-key': fixture.key, 'content-type': 'audio/wav' },
      body: new Uint8Array(10),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ pointer: 'fileName', fix: 'Did you mean `filename`?' }] })
  })
})

describe('a former path', () => {
  it('of the preview of a takedown names the one of today', async () => {
    const { body } = await fixture.release()
    const path = `/api/v1/music-distributor/releases/${body.id}/takedown`
    const answer = await hub.json('GET', path, { key: fixture.key })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('DELETE, OPTIONS, POST')
    expect(answer.body).toMatchObject({
      error: 'method_not_allowed',
      detail:
        'This resource supports DELETE, OPTIONS, POST. Did you mean GET /api/v1/music-distributor/releases/{releaseId}/takedown/preview?',
    })
    expect((await hub.json('GET', `${path}/preview`, { key: fixture.key })).status).toBe(200)
  })

  it('is not guessed if several are possible', async () => {
    const { body } = await hub.json('PUT', '/api/v1/distributor/keys', {})
    expect(body.detail).toBe('This resource supports GET, HEAD, OPTIONS, POST.')
  })
})
