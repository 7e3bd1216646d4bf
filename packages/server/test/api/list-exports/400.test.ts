import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'
import { foreignCursors } from '../../harness/foreign-cursors.ts'

it('listExports refuses cursors of other lists and those that were made up', async () => {
  const given = await openExportAccount()
  for (const cursor of await foreignCursors(given))
    expect(await given.ask('GET', `?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
