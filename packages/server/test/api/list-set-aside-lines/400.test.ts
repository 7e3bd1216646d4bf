import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'

const damaged = (streams: number) =>
  table(
    `ZZABC2600001,,,big,DE,2024-03,${streams},,,`,
    'ZZABC2600001,,,big,DE,2024-03,x,,,',
    'ZZABC2600001,,,big,DE,2024-03,y,,,',
  )

it('listSetAsideLines refuses cursors of other lists, of another report, and those that were made up', async () => {
  const given = await openReportAccount()
  const unreadable = 'set_aside'
  const id = await given.applied(damaged(1), { unreadable })
  const other = await given.applied(damaged(2), { unreadable, source: 'other' })
  const { body } = await given.ask('GET', `/${id}/set-aside?limit=1`)
  for (const cursor of [...(await foreignCursors(given)), body.page.nextCursor])
    expect(await given.ask('GET', `/${other}/set-aside?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
    })
})
