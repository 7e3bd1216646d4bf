import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const unknownTrack = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('updateRelease 422', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it('checks the whole that results, not only the patch', async () => {
    const { body } = await fixture.release({ pLine: undefined })
    const answer = await fixture.patch(body.id, { pLine: { year: 2026 } })
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/pLine/text', code: 'required' }] },
    })
  })

  it('does not let required members go, nor read-only ones come', async () => {
    const { body } = await fixture.release()
    for (const patch of [{ title: null }, { tracks: [] }, { status: 'live' }, { revision: 7 }])
      expect(await fixture.patch(body.id, patch)).toMatchObject({ status: 422, body: { error: 'validation_failed' } })
  })

  it('does not take the audio from a track, nor a new track without any', async () => {
    const { body } = await fixture.release()
    const [{ uploadId: _uploadId, ...track }] = body.tracks
    for (const tracks of [[track], [body.tracks[0], { title: 'New' }]])
      expect(await fixture.patch(body.id, { tracks })).toMatchObject({
        status: 422,
        body: {
          error: 'validation_failed',
          errors: [{ pointer: `/tracks/${tracks.length - 1}/uploadId`, code: 'required' }],
        },
      })
  })

  it('accepts only tracks of the release, each once', async () => {
    const { body } = await fixture.release()
    const [track] = body.tracks
    const answer = await fixture.patch(body.id, { tracks: [track, track, { ...track, id: unknownTrack }] })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/tracks/1/id', code: 'track_repeated' },
          { pointer: '/tracks/2/id', code: 'track_unknown' },
        ],
      },
    })
  })

  it('looks for new uploads', async () => {
    const { body } = await fixture.release()
    expect(await fixture.patch(body.id, { coverUploadId: 'upl_1' })).toMatchObject({
      status: 422,
      body: { error: 'upload_reference_unknown', errors: [{ pointer: '/coverUploadId' }] },
    })
    const uploadId = await fixture.audio({ status: 'awaiting_data' })
    expect(await fixture.patch(body.id, { tracks: [{ title: 'Half', uploadId }] })).toMatchObject({
      status: 422,
      body: { error: 'upload_incomplete', errors: [{ pointer: '/tracks/0/uploadId' }] },
    })
  })
})
