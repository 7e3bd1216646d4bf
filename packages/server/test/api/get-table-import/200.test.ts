import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it('getTableImport answers how many releases have which outcome', async () => {
  const { take, ask } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle,mood\nA,First,One,sad\nB,,Two,\n')
  const { status, body } = await ask(`/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    status: 'done',
    preset: 'spindle',
    rows: 2,
    releases: 2,
    outcomes: { waiting: 0, created: 1, updated: 0, unchanged: 0, refused: 1, undone: 0 },
    missingFiles: 1,
    ignoredColumns: ['mood'],
    problems: [],
    endedAt: expect.any(String),
  })
})
