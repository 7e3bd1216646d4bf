import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('lists deleted drafts with the last deleted first, page by page', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const trash = createTrashFixture(hub, fixture)
  expect((await trash.list('?count=true')).body).toMatchObject({ data: [], page: { total: 0, hasMore: false } })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const { body } = await fixture.release({ title, upc: '036000291452', externalId: title })
    await trash.remove(body.id)
    ids.unshift(body.id)
  }
  const { body } = await fixture.release({ title: 'Not deleted' })
  const first = await trash.list('?limit=2&count=true')
  expect(first.body).toMatchObject({
    data: [
      {
        id: ids[0],
        type: 'single',
        title: 'Three',
        upc: '036000291452',
        externalId: 'Three',
        trackCount: 1,
        deletedBy: { type: 'key' },
      },
      { id: ids[1], title: 'Two' },
    ],
    page: { limit: 2, hasMore: true, total: 3 },
  })
  const { deletedAt, expiresAt } = first.body.data[0]
  expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * 24 * 60 * 60_000)
  const second = await trash.list(`?limit=2&cursor=${first.body.page.nextCursor}`)
  expect(second.body).toMatchObject({ data: [{ id: ids[2], title: 'One' }], page: { hasMore: false } })
  expect(JSON.stringify([first.body, second.body])).not.toContain(body.id)
})
