import { expect, it } from 'vitest'
import { openTransferAccount, transfersPath } from '../../harness/transfers.ts'

it('createTransfer keeps the table and answers immediately with a transfer that waits', async () => {
  const { hub, bring, ask, read } = await openTransferAccount()
  const table = 'upc,releaseTitle,trackTitle,isrc,length,mood\n036000291452,Rain,Rain,ZZ-ABC-26-00001,3:00,dark\n'
  const { status, headers, body } = await bring(table, { filename: 'old.csv', deadline: '2001-01-02' })
  expect(status).toBe(202)
  expect(headers.get('location')).toBe(`${hub.url}${transfersPath}/${body.id}`)
  expect(body).toEqual({
    id: expect.stringMatching(/^trf_[0-9A-HJKMNP-TV-Z]{26}$/),
    name: 'Spring move',
    distributor: 'Old Distributor',
    deadline: '2001-01-02',
    daysLeft: expect.any(Number),
    status: 'waiting',
    filename: 'old.csv',
    outlets: [{ id: 'sandbox', name: 'Sandbox' }],
    releases: 0,
    tracks: 0,
    suggestedMapping: null,
    ignoredColumns: [],
    problems: [],
    createdAt: expect.any(String),
  })
  expect(body.daysLeft).toBeLessThan(-9_000)
  expect((await ask(`/${body.id}`)).body).toMatchObject({ ...body, progress: [{ notSent: 0 }] })
  expect(await read(body.id)).toMatchObject({ status: 'ready', releases: 1, tracks: 1, ignoredColumns: ['mood'] })
})

it('createTransfer answers a transfer that is refused later if the table cannot be read, with line, column and fix', async () => {
  const { take } = await openTransferAccount()
  const table = [
    'upc,releaseTitle,trackTitle,isrc,releaseDate,length',
    '036000291452,Rain,Rain,ZZABC26,2026-13-01,long',
    ',Rain,Rain,ZZABC2600001,,',
  ]
  const { status, problems } = await take(table.join('\n'))
  expect(status).toBe('refused')
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, 'upc'],
    [2, 'releaseDate'],
    [2, 'isrc'],
    [2, null],
  ])
  expect(problems[0]).toMatchObject({
    severity: 'error',
    message: 'The row has no UPC. Stores know a release by it.',
    fix: 'Add the UPC that the old distributor uses, or remove the row.',
  })
})

it('createTransfer suggests a mapping if the columns have other names', async () => {
  const { take } = await openTransferAccount()
  const table = 'Barcode,Album,Song,ISRC\n036000291452,Rain,Rain,ZZABC2600001\n'
  const refused = await take(table)
  expect(refused).toMatchObject({
    status: 'refused',
    problems: [{ code: 'columns_unknown' }],
    suggestedMapping: { columns: { upc: 'Barcode', releaseTitle: 'Album', trackTitle: 'Song', isrc: 'ISRC' } },
  })
  expect(await take(table, { mapping: refused.suggestedMapping })).toMatchObject({ status: 'ready', releases: 1 })
})
