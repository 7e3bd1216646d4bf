import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { march, marchOf, openReportAccount } from '../../harness/own-reports.ts'

it('listWaitingRecordings refuses cursors of other lists, of another report, and those that were made up', async () => {
  const given = await openReportAccount()
  const [id, other] = [await given.applied(march), await given.applied(marchOf(1), { source: 'other' })]
  const { body } = await given.ask('GET', `/${id}/waiting?limit=1`)
  for (const cursor of [...(await foreignCursors(given)), body.page.nextCursor])
    expect(await given.ask('GET', `/${other}/waiting?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
