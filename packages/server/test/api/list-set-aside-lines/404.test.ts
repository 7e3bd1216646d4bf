import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openReportAccount, unknownReport } from '../../harness/own-reports.ts'

it("listSetAsideLines answers for another account's report as for one that never existed", async () => {
  const { ask } = await openReportAccount()
  const stranger = await openReportAccount()
  const id = await stranger.applied()
  expect(await differentAnswers([id, unknownReport, 'nonsense'], (asked) => ask('GET', `/${asked}/set-aside`))).toEqual(
    [{ status: 404, error: 'report_not_found' }],
  )
  expect((await stranger.ask('GET', `/${id}`)).body.status).toBe('applied')
})
