import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openSharedTableAccount, unknownTable } from '../../harness/table-imports.ts'

it("getTableImportErrors answers for another account's table as for one that never existed", async () => {
  const { ask } = await openSharedTableAccount()
  const stranger = await openSharedTableAccount()
  const ids = [(await stranger.bring('upc,releaseTitle\n')).body.id, unknownTable, 'nonsense']
  expect(await differentAnswers(ids, (asked) => ask(`/${asked}/errors`))).toEqual([
    { status: 404, error: 'import_not_found' },
  ])
})
