import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonAnswer } from '../harness/hub.ts'
import { openReportAccount, type ReportAccount, reportsPath } from '../harness/own-reports.ts'
import { type ReportHub, startReportHub } from '../harness/report-hub.ts'
import { createTusUpload } from '../harness/tus-client.ts'

/** Statements of a distributor repeat sale months, because stores report late. The reporting date tells them apart. */

const mapping = {
  columns: { isrc: 'ISRC', period: 'Sale Month', reported: 'Statement', streams: 'Streams' },
}
/** Lines of a statement: its reporting date, the sale month, the streams. */
const statement = (...lines: readonly (readonly [reported: string, month: string, streams: number])[]): string =>
  [
    'ISRC,Statement,Sale Month,Streams',
    ...lines.map(([reported, month, streams]) => `ZZABC2600001,${reported},${month},${streams}`),
  ].join('\n')

describe('statements of an account', () => {
  let account: ReportAccount
  const bring = (content: string, more: object = {}) => account.bring(content, { mapping, ...more })
  beforeAll(async () => {
    account = await openReportAccount()
  })

  it('with different reporting dates both count where they repeat a sale month', async () => {
    const source = 'monthly'
    const april = await bring(statement(['2024-04', '2024-02', 1], ['2024-04', '2024-03', 10]), { source })
    const may = await bring(statement(['2024-05', '2024-03', 100], ['2024-05', '2024-04', 1000]), { source })
    expect([april.status, may.status]).toEqual([201, 201])
    expect(april.body.reported).toEqual({ from: '2024-04-01', to: '2024-04-30' })
    expect(await account.totals()).toEqual({ streams: 110 })
    for (const { body } of [april, may]) await account.ask('DELETE', `/${body.id}`)
  })

  it('with the same reporting date conflict as before, and replace only that statement', async () => {
    const source = 'corrected'
    const april = await bring(statement(['2024-04', '2024-03', 1]), { source })
    const may = await bring(statement(['2024-05', '2024-03', 10]), { source })
    const corrected = statement(['2024-05', '2024-03', 20])
    expect(await bring(corrected, { source })).toMatchObject({
      status: 409,
      body: { error: 'report_conflict', reportId: may.body.id },
    })
    expect((await bring(corrected, { source, overlap: 'replace' })).status).toBe(201)
    expect(await account.totals()).toEqual({ streams: 21 })
    expect((await account.ask('GET', `/${april.body.id}`)).body.status).toBe('applied')
    expect((await account.ask('GET', `/${may.body.id}`)).body.status).toBe('replaced')
  })

  it.each<[string, string, string]>([
    ['a month and a day in it', '2024-06', '2024-06-28'],
    ['two forms of one day', '2024-07-31', '31-Jul-2024'],
    ['a quarter and its month', '2024-Q3', '2024-08'],
  ])('of %s are the same', async (name, one, other) => {
    const source = name.replaceAll(' ', '-')
    expect((await bring(statement([one, '2024-01', 1]), { source })).status).toBe(201)
    expect((await bring(statement([other, '2024-01', 2]), { source })).body.error).toBe('report_conflict')
  })

  it('without a reporting date, also in one line, may be any statement', async () => {
    const source = 'undated'
    expect((await bring(statement(['2024-04', '2024-01', 1]), { source })).status).toBe(201)
    const undated = await bring(statement(['2024-05', '2024-01', 2], ['', '2024-01', 3]), { source })
    expect(undated.body.error).toBe('report_conflict')
    const unmapped = { columns: { isrc: 'ISRC', period: 'Sale Month', streams: 'Streams' } }
    const plain = await account.bring(statement(['2024-06', '2024-01', 4]), { source, mapping: unmapped })
    expect(plain.body.error).toBe('report_conflict')
  })

  it('in one file are compared with each of its reporting dates, and a part does not replace the whole', async () => {
    const source = 'history'
    const both = statement(['2024-04', '2024-01', 1], ['2024-05', '2024-01', 2])
    expect((await bring(both, { source })).status).toBe(201)
    expect((await bring(statement(['2024-06', '2024-01', 3]), { source })).status).toBe(201)
    const may = statement(['2024-05', '2024-01', 4])
    const refused = await bring(may, { source, overlap: 'replace' })
    expect(refused.body.detail).toContain('also has statements with other reporting dates')
    const all = statement(['2024-04', '2024-01', 1], ['2024-05', '2024-01', 4], ['2024-06', '2024-01', 3])
    expect((await bring(all, { source, overlap: 'replace' })).status).toBe(201)
  })

  it('get their reporting date from a constant, if it is only in the name of the file', async () => {
    const source = 'named'
    const columns = { isrc: 'ISRC', period: 'Sale Month', streams: 'Streams' }
    const of = (reported: string, streams: number) =>
      account.bring(statement(['', '2024-01', streams]), { source, mapping: { columns, constants: { reported } } })
    expect([(await of('2024-04', 1)).status, (await of('2024-05', 2)).status, (await of('2024-05', 3)).status]).toEqual(
      [201, 201, 409],
    )
  })
})

describe('statements of DistroKid', () => {
  it('repeat sale months', async () => {
    const { bring, totals } = await openReportAccount()
    const of = (reported: string, streams: number): string =>
      [
        'Reporting Date\tSale Month\tStore\tArtist\tTitle\tISRC\tUPC\tQuantity\tTeam Percentage\tSong/Album\tCountry of Sale\tSongwriter Royalties Withheld\tEarnings (USD)',
        `${reported}\t2024-03\tSpotify\tAda\tIntro\tZZABC2600001\t\t${streams}\t100\tSong\tDE\t0\t0.25`,
      ].join('\n')
    const statements = [of('2024-04-28', 1), of('2024-05-28', 10)]
    for (const content of statements) expect((await bring(content, { preset: 'distrokid' })).status).toBe(201)
    expect(await totals()).toMatchObject({ streams: 11 })
  })
})

describe('statements that the operator and an account import', () => {
  let given: ReportHub
  let key: string
  beforeAll(async () => {
    given = await startReportHub()
    key = await given.account.key()
  })
  const bringOwn = async (content: string): Promise<JsonAnswer> => {
    const bytes = Buffer.from(content)
    const file = { size: bytes.length, filename: 'own.csv', kind: 'report', bytes }
    const { uploadId } = await createTusUpload(given.hub.url, key, file)
    return given.hub.json('POST', reportsPath, { key, body: { uploads: [uploadId], source: 'store', mapping } })
  }
  const streams = async (): Promise<unknown> =>
    (await given.ask('kind=report&from=2026-01-01&to=2026-12-31', key)).totals.streams

  it('both count if their reporting dates differ; otherwise the lines of the operator wait', async () => {
    const file = await given.write(JSON.stringify(mapping))
    expect((await bringOwn(statement(['2026-05', '2026-03', 1]))).status).toBe(201)
    const june = await given.bring(statement(['2026-06', '2026-03', 10]), '--mapping', file)
    expect(june.out.join('\n')).toContain('reporting date  2026-06-01 to 2026-06-30')
    expect(await streams()).toBe(11)
    await given.bring(statement(['2026-05', '2026-03', 100]), '--mapping', file)
    expect(await streams()).toBe(11)
    expect((await bringOwn(statement(['2026-06', '2026-03', 1000]))).body.error).toBe('report_conflict')
    expect((await bringOwn(statement(['2026-07', '2026-03', 1000]))).status).toBe(201)
    expect(await streams()).toBe(1011)
  })
})
