import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openReportAccount } from '../../harness/own-reports.ts'

it('listReports refuses cursors of other lists and those that were made up', async () => {
  const given = await openReportAccount()
  for (const cursor of await foreignCursors(given))
    expect(await given.ask('GET', `?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
