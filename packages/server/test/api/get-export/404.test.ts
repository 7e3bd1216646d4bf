import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openExportAccount, unknownExport } from '../../harness/exports.ts'

it("getExport answers for another account's export as for one that never existed", async () => {
  const { ask } = await openExportAccount()
  const stranger = await openExportAccount()
  const { id } = await stranger.ready()
  expect(await differentAnswers([id, unknownExport, 'nonsense'], (asked) => ask('GET', `/${asked}`))).toEqual([
    { status: 404, error: 'export_not_found' },
  ])
  expect((await stranger.ask('GET', `/${id}`)).body.status).toBe('ready')
})
