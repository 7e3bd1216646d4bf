import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openImportAccount, unknownImport } from '../../harness/imports.ts'

it("getImport answers for another account's import as for one that never existed", async () => {
  const { ask } = await openImportAccount()
  const stranger = await openImportAccount()
  const ids = [await stranger.waiting(), unknownImport, 'nonsense']
  expect(await differentAnswers(ids, (asked) => ask(`/${asked}`))).toEqual([{ status: 404, error: 'import_not_found' }])
})
