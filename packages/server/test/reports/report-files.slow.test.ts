import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dsrSales, dsrSummary, financialReport } from '../harness/dsr-files.ts'
import { idOf, type ReportHub, startReportHub, table } from '../harness/report-hub.ts'

describe('files of stores', () => {
  let given: ReportHub
  beforeAll(async () => {
    given = await startReportHub()
  })
  afterEach(() => given.undoAll())
  const reports: ReportHub['reports'] = (...query) => given.reports(...query)
  const bring: ReportHub['bring'] = (...what) => given.bring(...what)
  const operator: ReportHub['operator'] = (...words) => given.operator(...words)
  const write: ReportHub['write'] = (content) => given.write(content)

  it('come as messages of DDEX too, packed and in parts', async () => {
    const first = await write(
      gzipSync(
        financialReport(
          [
            dsrSummary({ id: 's', territory: 'DE' }),
            dsrSummary({ id: 'd', use: 'PermanentDownload', territory: 'US', currency: 'USD' }),
            dsrSales({ summary: 's', isrc: 'ZZABC2600001', usages: '40', revenue: '0.1234567890123' }),
          ],
          { part: 1, parts: 2 },
        ),
      ),
    )
    const second = await write(
      financialReport([dsrSales({ summary: 'd', isrc: 'ZZABC2600002', usages: '2', revenue: '1.40' })], {
        part: 2,
        parts: 2,
        lines: 8,
        summaries: 2,
      }),
    )
    const dsr = (...paths: readonly string[]) =>
      operator('reports', 'import', ...paths, '--source', 'shop', '--preset', 'dsr')
    expect((await dsr(first)).err.join()).toContain('Part 2 of 2 is missing.')
    const brought = await dsr(second, first)
    expect(brought.out[1]).toBe(
      'shop (DSR FinancialReportingToRecordCompaniesProfileSRB 1.0), 2026-03-01 to 2026-03-31, 2 lines',
    )
    expect((await reports('groupBy=outlet,model')).data).toEqual([
      {
        date: '2026-03-01',
        group: { outlet: 'shop', model: 'subscription' },
        metrics: {
          streams: 40,
          downloads: 2,
          revenue: [
            { amount: '0.1234567890123', currency: 'EUR' },
            { amount: '1.40', currency: 'USD' },
          ],
        },
      },
    ])
    // The same message with other bytes is another report in its place, or a mistake.
    expect((await dsr(first, second)).out[0]).toContain('already has this file')
    const changed = await write(financialReport([dsrSummary({ id: 's' })]))
    expect((await dsr(changed)).err.join()).toContain('already has message MSG1 of this source, with different content')
    await operator('reports', 'undo', idOf(brought))
    const nothing = await dsr(changed)
    expect(nothing.out[1]).toMatch(/, 2026-03-01 to 2026-03-31, 0 lines$/)
    await operator('reports', 'undo', idOf(nothing))
  })

  it('in Latin-1, in UTF-16, packed, with a byte order mark, are read all the same', async () => {
    const contents = [
      Buffer.from(table('ZZABC2600001,,Café,big,DE,2026-03,1,,,'), 'latin1'),
      Buffer.from(`\ufeff${table('ZZABC2600001,,"Café\nNoir",big,DE,2026-03,1,,,')}`),
      Buffer.from(`\ufeff${table('ZZABC2600001,,Café 夜,big,DE,2026-03,1,,,')}`, 'utf16le'),
      Buffer.from(`\ufeff${table('ZZABC2600001,,Café 夜,big,DE,2026-03,1,,,')}`, 'utf16le').swap16(),
      gzipSync(table('ZZABC2600001,,Cafe,big,DE,2026-03,1,,,')),
    ]
    for (const content of contents) {
      const id = idOf(await bring(content))
      expect((await reports()).totals).toEqual({ streams: 1 })
      await operator('reports', 'undo', id)
    }
    const broken = await bring(gzipSync(table('ZZABC2600001,,Cafe,big,DE,2026-03,1,,,')).subarray(0, 60))
    expect(broken.err.join()).toContain('The gzip file is incomplete.')
  })

  it.each<[string, readonly string[], number, string]>([
    ['without a source', ['nowhere.csv'], 2, '--source is missing'],
    [
      'of a source that is no name',
      ['nowhere.csv', '--source', 'Big Store'],
      2,
      '--source can contain lowercase letters',
    ],
    ['without a file', ['--source', 'store'], 2, "Missing required argument 'files'"],
    ['that are not there', ['nowhere.csv', '--source', 'store'], 1, 'Nothing was imported.'],
    [
      'by a preset nobody has',
      ['x', '--source', 'store', '--preset', 'tape'],
      2,
      '--preset is "tape"; take one of: spindle',
    ],
    [
      'by two mappings',
      ['x', '--source', 's', '--preset', 'dsr', '--mapping', 'y'],
      2,
      'Use --preset or --mapping, not both',
    ],
    ['both ways', ['x', '--source', 'store', '--add', '--replace'], 2, 'Use --replace or --add, not both'],
  ])('are not imported %s', async (_, args, exitCode, problem) => {
    const { code, err } = await operator('reports', 'import', ...args)
    expect([code, err[0]]).toEqual([exitCode, expect.stringContaining(problem)])
  })

  it('that are not there are neither shown nor undone', async () => {
    for (const what of ['show', 'undo'])
      expect((await operator('reports', what, 'rpt_0')).err[0]).toBe('Unknown report rpt_0: see reports list')
  })
})
