import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('getTableImportErrors answers the rows of refused releases as they came, with the reasons', async () => {
  const { hub, key, take } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,releaseDate,trackTitle,reasons\nB,B,soon,Two,old\n')
  const answer = await hub.request(`${tablesPath}/${id}/errors`, { headers: { 'x-api-key': key } })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('text/csv'),
    'attachment; filename="errors.csv"',
  ])
  // A spreadsheet needs the byte order mark to read UTF-8.
  expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toBe(
    [
      '\ufeff"externalId","releaseTitle","releaseDate","trackTitle","reasons"',
      '"B","B","soon","Two","releaseDate: ""soon"" is not a date with year, month and day. Use the form 2027-01-15, or set ""dates"" of a mapping to ""dmy"" or ""mdy""."',
      '',
    ].join('\r\n'),
  )
})
