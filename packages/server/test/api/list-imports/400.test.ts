import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openImportAccount } from '../../harness/imports.ts'

it('listImports refuses cursors of other lists, of another filter, and those that were made up', async () => {
  const given = await openImportAccount()
  for (let count = 0; count < 2; count++) await given.waiting()
  const { body } = await given.ask('?limit=1&status=waiting')
  for (const cursor of [...(await foreignCursors(given)), body.page.nextCursor])
    expect(await given.ask(`?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
