import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/releases'

describe('createLegacyRelease', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_LEGACY_SUNSET: '2027-06-30' } }))
  })

  it('201: makes a one-track single and delivers it', async () => {
    const uploadId = await fixture.audio()
    const answer = await fixture.post(path, { type: 'MUSIC', title: 'Old Style', uploadId })
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'single', legacy: true, title: 'Old Style', tracks: [{ title: 'Old Style', uploadId }] },
    })
    expect(answer.headers.get('location')).toBe(`${hub.url}/api/v1/music-distributor/releases/${answer.body.id}`)
    const live = await fixture.until(answer.body.id, ({ status }) => status === 'live')
    expect(live).toMatchObject({ label: 'Test Records', validation: { errors: 0 } })
  })

  it('201: waits for the analysis, and delivers when it has passed', async () => {
    const uploadId = await fixture.audio({ status: 'analysing' })
    const { body } = await fixture.post(path, { type: 'MUSIC', title: 'Early Bird', uploadId })
    expect(body).toMatchObject({ status: 'draft', tracks: [{ durationMs: null }] })
    await fixture.analysed(uploadId)
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live.tracks).toMatchObject([{ durationMs: 180_000 }])
  })

  it('201: is no longer submitted automatically once it was edited', async () => {
    const first = await fixture.audio({ status: 'analysing' })
    const { body } = await fixture.post(path, { type: 'MUSIC', title: 'Chosen by the label', uploadId: first })
    const uploadId = await fixture.audio({ status: 'analysing' })
    const tracks = [{ title: 'Chosen by the agent', uploadId }]
    expect(await fixture.patch(body.id, { title: 'Chosen by the agent', tracks })).toMatchObject({ status: 200 })
    await fixture.analysed(uploadId)
    const checked = await fixture.until(body.id, ({ tracks: [track] }) => track.durationMs !== null)
    expect(checked).toMatchObject({ status: 'draft', validation: { errors: 0 } })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200 })
    await fixture.until(body.id, ({ status }) => status === 'live')
  })

  it('marks every answer as deprecated, and names the successor', async () => {
    const body = { type: 'MUSIC', title: 'Old', uploadId: 'upl_1' }
    const answers = [
      await fixture.post(path, body),
      await fixture.post(path, { ...body, type: 'music' }),
      await hub.json('POST', path, { body }),
      await hub.json('POST', path, { body, key: await fixture.account.key(['music:read']) }),
      await fixture.post(path, { ...body, uploadId: await fixture.audio() }),
    ]
    expect(answers.map(({ status, body: { error } }) => [status, error])).toEqual([
      [422, 'upload_reference_unknown'],
      [422, 'validation_failed'],
      [401, 'credentials_missing'],
      [403, 'permission_missing'],
      [201, undefined],
    ])
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe('@1767225600')
      expect(headers.get('link')).toContain(`<${hub.url}/api/v1/music-distributor/releases>; rel="successor-version"`)
      expect(headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
    }
  })

  it('sends no Sunset if none is configured', async () => {
    const { fixture: other } = await sharedReleaseHub()
    const answer = await other.post(path, {})
    expect(answer.headers.get('deprecation')).toBe('@1767225600')
    expect(answer.headers.get('sunset')).toBeNull()
  })
})
