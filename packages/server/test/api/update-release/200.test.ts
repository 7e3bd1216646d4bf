import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateRelease 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('changes what is named, removes what is null, leaves the rest', async () => {
    const { body: before } = await fixture.release({ keywords: ['night', 'drive'], metadata: { a: '1', b: '2' } })
    const answer = await fixture.patch(before.id, {
      label: 'Red Lamp',
      genre: null,
      keywords: ['dawn'],
      metadata: { a: null, c: '3' },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { label: 'Red Lamp', keywords: ['dawn'], metadata: { b: '2', c: '3' }, revision: 2, tracks: before.tracks },
    })
    expect(answer.body).not.toHaveProperty('genre')
    expect(answer.body.metadata).not.toHaveProperty('a')
    expect(answer.body.findings).toContainEqual(expect.objectContaining({ code: 'genre_missing', pointer: '/genre' }))
    expect(answer.headers.get('etag')).toMatch(/^"2\.\d+"$/)
    expect((await fixture.get(before.id)).body).toEqual(answer.body)
  })

  it('takes application/merge-patch+json', async () => {
    const { body } = await fixture.release()
    const response = await hub.request(`${releasesPath}/${body.id}`, {
      method: 'PATCH',
      headers: { 'x-api-key': fixture.key, 'content-type': 'application/merge-patch+json' },
      body: '{"title":"Patched"}',
    })
    expect(response.status).toBe(200)
  })

  it('takes tracks as they were answered, before and after their audio is analysed', async () => {
    const waiting = await fixture.audio({ status: 'received' })
    const { body } = await fixture.release({ tracks: [{ title: 'Intro', uploadId: waiting }] })
    const { body: before } = await fixture.get(body.id)
    expect(before.tracks[0].durationMs).toBeNull()
    const { status, body: after } = await fixture.patch(body.id, { tracks: before.tracks })
    expect(status).toBe(200)
    expect(after.tracks).toEqual(before.tracks)
    const { body: analysed } = await fixture.release({})
    expect((await fixture.patch(analysed.id, { tracks: analysed.tracks })).body.tracks).toEqual(analysed.tracks)
  })

  it('keeps the identity of tracks that are named, in their new order', async () => {
    const { body: before } = await fixture.release({}, 3)
    const [first, second, third] = before.tracks
    const uploadId = await fixture.audio({ durationMs: 60_000 })
    const tracks = [
      { ...third, number: undefined, durationMs: undefined },
      { title: 'New', uploadId },
      { ...first, number: undefined, durationMs: undefined, title: 'Renamed' },
    ]
    const { status, body: after } = await fixture.patch(before.id, { tracks })
    expect(status).toBe(200)
    expect(after.tracks).toMatchObject([
      { id: third.id, number: 1, title: 'Song 3' },
      { number: 2, title: 'New', uploadId, durationMs: 60_000 },
      { id: first.id, number: 3, title: 'Renamed' },
    ])
    expect(after.tracks.map(({ id }: { id: string }) => id)).not.toContain(second.id)
    const { body: list } = await hub.json('GET', `${releasesPath}?limit=1`, { key: fixture.key })
    expect(list.data[0]).toMatchObject({ trackCount: 3, durationMs: 420_000 })
    expect(list.data[0].tracks.map(({ title }: { title: string }) => title)).toEqual(['Song 3', 'New', 'Renamed'])
  })

  it('accepts its own answer, unchanged', async () => {
    const { body } = await fixture.release({}, 2)
    const answer = await fixture.patch(body.id, { tracks: body.tracks })
    expect(answer).toMatchObject({ status: 200, body: { tracks: body.tracks, findings: body.findings } })
  })
})
