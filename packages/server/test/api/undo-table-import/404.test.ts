import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openSharedTableAccount, tablesPath, unknownTable } from '../../harness/table-imports.ts'

it("undoTableImport answers for another account's table as for one that never existed", async () => {
  const { fixture } = await openSharedTableAccount()
  const stranger = await openSharedTableAccount()
  const ids = [(await stranger.bring('upc,releaseTitle\n')).body.id, unknownTable, 'nonsense']
  expect(await differentAnswers(ids, (asked) => fixture.post(`${tablesPath}/${asked}/undo`))).toEqual([
    { status: 404, error: 'import_not_found' },
  ])
})
