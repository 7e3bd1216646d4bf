import { beforeAll, describe, expect, it } from 'vitest'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('validateRelease 200', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it('answers every finding, changing nothing', async () => {
    const { body, headers } = await fixture.release({ type: 'album', genre: undefined })
    const check = await fixture.act(body.id, 'validate')
    expect(check).toMatchObject({ status: 200, body: { suggestedType: 'single', validation: { errors: 1 } } })
    expect(check.body.findings).toEqual(body.findings)
    expect(check.body.findings[0]).toMatchObject({ code: 'genre_missing', severity: 'error', pointer: '/genre' })
    const again = await fixture.get(body.id)
    expect([again.body, again.headers.get('etag')]).toEqual([body, headers.get('etag')])
  })

  it('considers the other releases of the account', async () => {
    const { body: first } = await fixture.release({ submit: true })
    const { body } = await fixture.release({ upc: first.upc })
    expect(body.findings).toContainEqual(expect.objectContaining({ code: 'duplicate_upc', severity: 'error' }))
    const isrc = first.tracks[0].isrc
    const other = await fixture.patch(body.id, { tracks: [{ title: 'Other', uploadId: await fixture.audio(), isrc }] })
    expect(other.body.findings).toContainEqual(expect.objectContaining({ code: 'isrc_other_audio' }))
    const same = await fixture.patch(body.id, { tracks: [{ title: 'Same', uploadId: first.tracks[0].uploadId, isrc }] })
    expect(same.body.findings).not.toContainEqual(expect.objectContaining({ code: 'isrc_other_audio' }))
  })

  it('names the outlets that could have a release', async () => {
    const { body } = await fixture.release({ outlets: ['sandbox', 'nowhere'] })
    expect(body.findings).toContainEqual(
      expect.objectContaining({ code: 'outlet_unknown', pointer: '/outlets/1', severity: 'error' }),
    )
    const { fixture: bare } = await openReleaseHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'off' } })
    const { body: stuck } = await bare.release()
    const finding = stuck.findings.find(({ code }: { code: string }) => code === 'no_outlet')
    expect(finding.fix).toContain('SPINDLE_INTEGRATION_TOKENS')
    expect(await bare.act(stuck.id, 'submit')).toMatchObject({
      status: 422,
      body: { error: 'findings_block', errors: [{ code: 'no_outlet' }] },
    })
  })
})
