import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'

describe('listReleaseRevisions 200', () => {
  const grace = { id: null, name: 'Grace' }
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } }))
  })
  const list = (id: string, query = '') =>
    hub.json('GET', `${releasesPath}/${id}/revisions${query}`, { key: fixture.key })

  it('says what was submitted when and by whom, what was approved and what was delivered', async () => {
    const { body: draft } = await fixture.release({ title: 'First' }, 2)
    expect((await list(draft.id)).body.data).toEqual([])
    await fixture.act(draft.id, 'submit')
    await hub.hub.releases.reviews.approveRelease(draft.id, grace)
    await fixture.until(draft.id, ({ status }) => status === 'live')
    await fixture.patch(draft.id, { title: 'Not submitted' })
    await fixture.patch(draft.id, { title: 'Third' })
    await fixture.act(draft.id, 'submit')
    const { body: events } = await fixture.events(draft.id)
    const submitted = events.data.find(({ type }: { type: string }) => type === 'release.submitted')
    const { body } = await list(draft.id, '?count=true')
    expect(body).toMatchObject({
      data: [
        {
          revision: 3,
          title: 'Third',
          trackCount: 2,
          submittedAt: submitted.at,
          submittedBy: { type: 'key' },
          approvedAt: null,
          deliveredAt: null,
          sha256: submitted.data.revisionSha256,
        },
        { revision: 1, title: 'First', approvedAt: expect.any(String), deliveredAt: expect.any(String) },
      ],
      page: { total: 2, hasMore: false },
    })
  })

  it('is read page by page', async () => {
    const { body: draft } = await fixture.release()
    for (const title of ['One', 'Two', 'Three']) {
      await fixture.patch(draft.id, { title })
      await fixture.act(draft.id, 'submit')
      await fixture.act(draft.id, 'withdraw')
    }
    const { body: first } = await list(draft.id, '?limit=2')
    const { body: second } = await list(draft.id, `?limit=2&cursor=${first.page.nextCursor}`)
    const revisions = [first, second].map(({ data }) => data.map(({ revision }: { revision: number }) => revision))
    expect(revisions).toEqual([[4, 3], [2]])
  })
})
