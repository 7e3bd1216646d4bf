import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../harness/recordings.ts'
import { createReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getRecording 200', () => {
  it('answers the recording of an ISRC, with the credits of its newest track', async () => {
    const { hub } = await sharedReleaseHub()
    const fixture = await createReleaseFixture(hub, 'Recordings')
    const upload = await fixture.audio()
    const body = await bodyOf(fixture, [[upload, 'ZZABC2700104']], { title: 'First', submit: true })
    const contributors = [
      { name: 'Ada', role: 'main_artist' },
      { name: 'Ada Lovelace', role: 'composer' },
    ]
    const tracks = body.tracks.map((track) => ({ ...track, version: 'Live', contributors }))
    const { body: made } = await fixture.post(releasesPath, { ...body, tracks })
    const key = await fixture.account.key(['catalog:read'])
    const path = '/api/v1/distributor/recordings/ZZ-ABC-27-00104'
    const { status, body: recording } = await hub.json('GET', path, { key })
    expect(status).toBe(200)
    expect(recording).toMatchObject({
      isrc: 'ZZABC2700104',
      version: 'Live',
      contributors,
      trackCount: 1,
      tracks: [{ trackId: made.tracks[0].id, releaseId: made.id, releaseTitle: 'First', isrc: 'ZZABC2700104' }],
    })
  })
})
