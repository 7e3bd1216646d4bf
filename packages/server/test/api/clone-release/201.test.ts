import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('cloneRelease 201', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('copies everything but what must stay unique', async () => {
    const { body: original } = await fixture.release({ externalId: 'one', submit: true }, 2)
    const answer = await fixture.act(original.id, 'clone')
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'draft',
        revision: 1,
        title: original.title,
        label: 'Blue Lamp',
        submittedAt: null,
        deliveries: [],
      },
    })
    expect(answer.headers.get('location')).toBe(`${hub.url}${releasesPath}/${answer.body.id}`)
    expect(answer.body.id).not.toBe(original.id)
    for (const member of ['upc', 'externalId', 'grid']) expect(answer.body).not.toHaveProperty(member)
    const recordings = (release: { tracks: Record<string, unknown>[] }) =>
      release.tracks.map(({ title, isrc, uploadId }) => ({ title, isrc, uploadId }))
    expect(recordings(answer.body)).toEqual(recordings(original))
    expect(answer.body.tracks[0].id).not.toBe(original.tracks[0].id)
  })
})
