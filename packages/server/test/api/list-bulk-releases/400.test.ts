import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'
import { foreignCursors } from '../../harness/foreign-cursors.ts'

it('listBulkReleases refuses cursors of other lists, of other jobs and of another filter', async () => {
  const given = await openBulkAccount()
  const ids = await given.releases(2)
  const [one, other] = [await given.start({ action: 'submit', ids }), await given.start({ action: 'submit', ids })]
  const { body } = await given.ask(`/${other.body.id}/releases?limit=1`)
  const { body: filtered } = await given.ask(`/${one.body.id}/releases?limit=1&outcome=waiting`)
  const foreign = [...(await foreignCursors(given)), body.page.nextCursor, filtered.page.nextCursor]
  for (const cursor of foreign)
    expect(await given.ask(`/${one.body.id}/releases?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid' },
    })
})
