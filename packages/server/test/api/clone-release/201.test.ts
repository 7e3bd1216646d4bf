import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

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

describe('cloneRelease 201 in every status', () => {
  const grace = { id: null, name: 'Grace' }
  const note = { code: 'cover_wrong', text: 'Not the cover.' }
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } }))
  })
  const reviews = () => hub.hub.releases.reviews
  const approve = async (id: string) => {
    await reviews().approveRelease(id, grace)
    await fixture.until(id, ({ status }) => status === 'live')
  }

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['draft', async () => {}],
    ['submitted', (id) => fixture.act(id, 'submit')],
    [
      'rejected',
      async (id) => {
        await fixture.act(id, 'submit')
        await reviews().rejectRelease(id, grace, note)
      },
    ],
    [
      'live',
      async (id) => {
        await fixture.act(id, 'submit')
        await approve(id)
      },
    ],
    [
      'taken_down',
      async (id) => {
        await fixture.act(id, 'submit')
        await approve(id)
        await fixture.act(id, 'takedown', { reason: 'Rights have ended' })
        await fixture.until(id, ({ status }) => status === 'taken_down')
      },
    ],
  ])('copies a release that is %s', async (status, bring) => {
    const { body } = await fixture.release({ externalId: `${status}-1` }, 2)
    await bring(body.id)
    const { body: original } = await fixture.get(body.id)
    expect(original.status).toBe(status)
    const { status: answered, body: copy } = await fixture.act(body.id, 'clone')
    expect([answered, copy.status, copy.title]).toEqual([201, 'draft', original.title])
    expect(isrcsOf(copy)).toEqual(isrcsOf(original))
    expect(copy).not.toHaveProperty('externalId')
    expect((await fixture.get(body.id)).body).toEqual(original)
  })

  it('copies a draft in the trash, which stays there', async () => {
    const trash = createTrashFixture(hub, fixture)
    const { body: original } = await fixture.release({ externalId: 'trashed-1' }, 2)
    await trash.remove(original.id)
    const { body: copy } = await fixture.act(original.id, 'clone')
    expect(copy).toMatchObject({ status: 'draft', title: original.title, label: 'Blue Lamp' })
    expect(isrcsOf(copy)).toEqual(isrcsOf(original))
    for (const member of ['upc', 'externalId']) expect(copy).not.toHaveProperty(member)
    expect((await trash.list()).body.data).toMatchObject([{ id: original.id }])
  })
})

const isrcsOf = (release: { tracks: { isrc: string; uploadId: string }[] }) =>
  release.tracks.map(({ isrc, uploadId }) => [isrc, uploadId])
