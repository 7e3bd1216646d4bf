import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'
import { foreignCursors } from '../../harness/foreign-cursors.ts'

it('listBulks refuses cursors of other lists', async () => {
  const given = await openBulkAccount()
  for (const cursor of await foreignCursors(given))
    expect(await given.ask(`?cursor=${cursor}`)).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
})
