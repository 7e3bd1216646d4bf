import { expect, it } from 'vitest'
import { openSharedTableAccount, workbookOf } from '../../harness/table-imports.ts'

it('reads each line of a cell with names as a name, and the lines of a title as one title', async () => {
  const { take, releases, fixture } = await openSharedTableAccount()
  const table = await take(
    'externalId,releaseTitle,releaseArtist,trackTitle\nA,"Night\r\nDrive","Ada Lund\nBo Berg",One\n',
  )
  const [release] = await releases(table.id)
  expect((await fixture.get(release?.releaseId ?? '')).body).toMatchObject({
    title: 'Night Drive',
    contributors: [
      { name: 'Ada Lund', role: 'main_artist' },
      { name: 'Bo Berg', role: 'main_artist' },
    ],
  })
})

it.each([
  ['NUL', '_x0000_'],
  ['half of a surrogate pair', '_xD800_'],
])('imports a workbook that has %s in a cell', async (_, code) => {
  const { take, releases } = await openSharedTableAccount()
  const rows = [
    ['externalId', 'releaseTitle', 'trackTitle', 'notes'],
    ['A', 'Night Drive', 'One', `a${code}b`],
  ]
  const table = await take(workbookOf(rows))
  expect(table).toMatchObject({ status: 'done', outcomes: { created: 1 }, ignoredColumns: ['notes'] })
  expect(await releases(table.id)).toMatchObject([{ key: 'A', title: 'Night Drive' }])
})

it('names the column that a release without a track needs', async () => {
  const { take, releases } = await openSharedTableAccount()
  const table = await take('externalId,releaseTitle,trackTitle\nA,Night Drive,\n')
  expect(await releases(table.id)).toMatchObject([
    {
      outcome: 'refused',
      problems: [{ code: 'required', line: 2, message: 'The release has no track.', fix: 'Fill trackTitle.' }],
    },
  ])
})
