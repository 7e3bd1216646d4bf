import { describe, expect, it } from 'vitest'
import { dsrSales, dsrSummary, financialReport, row } from '../../../../../test/harness/dsr-files.ts'
import type { ReportLine } from '../report-line.ts'
import { readDsr } from './read-dsr.ts'

async function read(...texts: readonly string[]): Promise<{ lines: ReportLine[]; head: unknown }> {
  const reading = readDsr(
    texts.map((text, index) => ({
      name: `part-${index + 1}.tsv`,
      async *text() {
        yield text
      },
    })),
  )
  const lines: ReportLine[] = []
  for await (const part of reading.lines) lines.push(...part)
  return { lines, head: reading.describe() }
}

const problemOf = (...texts: readonly string[]): Promise<string> =>
  read(...texts).then(
    () => 'nothing',
    (error: unknown) => (error as Error).message,
  )

const basicHead = row(
  'HEAD',
  'dsrf/30',
  'BasicAudioProfile',
  '1.2',
  'MSG2',
  '2026-04-05T00:00:00Z',
  '1',
  '1',
  '2026-03',
  '2026-03',
  'PADPIDA1',
  'Shop',
)
const basicSummary = (id: string, use: string) =>
  row('SY02.02', id, '', '', 'SubscriptionModel', use, 'FR', 'Shop', '10', '', 'EUR', '0')

describe('readDsr', () => {
  it('reads financial reports of single records', async () => {
    const text = financialReport([
      dsrSummary({ id: '1', use: 'OnDemandStream', territory: 'DE' }),
      dsrSummary({ id: '2', use: 'PermanentDownload', territory: 'US', currency: 'USD' }),
      '#SR08 a remark',
      dsrSales({ summary: '1', isrc: 'ZZABC2600001', usages: '12.000', revenue: '0.0123456789' }),
      `${dsrSales({ summary: '2', icpn: '200000000011', usages: '-2', revenue: '-1.98' })}\tcell of a newer version`,
    ])
    const { lines, head } = await read(text)
    expect(head).toEqual({
      format: 'DSR FinancialReportingToRecordCompaniesProfileSRB 1.0',
      messageId: 'MSG1',
      period: { from: '2026-03-01', to: '2026-03-31' },
    })
    expect(lines).toMatchObject([
      {
        isrc: 'ZZABC2600001',
        territory: 'DE',
        model: 'subscription',
        streams: '12',
        downloads: '',
        revenue: '0.0123456789',
        currency: 'EUR',
      },
      {
        isrc: '',
        gtin14: '00200000000011',
        territory: 'US',
        streams: '',
        downloads: '-2',
        revenue: '-1.98',
        currency: 'USD',
      },
    ])
    expect(lines[0]).toMatchObject({ from: '2026-03-01', to: '2026-03-31' })
  })

  it('reads Basic Audio of single records', async () => {
    const about = [
      'x',
      'ZZABC2600001',
      'Night \\| Drive',
      '',
      'Ada',
      ...Array.from({ length: 13 }, () => ''),
      'rel',
      '',
      '',
      '',
      'Ada',
      '',
      'EP',
      '',
      '',
      '',
      '',
      '',
    ]
    const { lines } = await read(
      [
        basicHead,
        basicSummary('1', 'OnDemandStream'),
        row('SR02', '1', ...about, 'T1', 'true', '41'),
        row('SR01', '1', ...about, '1', 'T2', 'true', 'false', '5', '2'),
        row('SRFO', '5', '1'),
      ].join('\n'),
    )
    expect(lines).toMatchObject([
      {
        isrc: 'ZZABC2600001',
        title: 'Night | Drive',
        streams: '41',
        downloads: '',
        territory: 'FR',
        revenue: '',
        currency: '',
      },
      { isrc: 'ZZABC2600001', streams: '', downloads: '3' },
    ])
  })

  it('reads Basic Audio of blocks', async () => {
    const { lines } = await read(
      [
        basicHead,
        basicSummary('1', 'OnDemandStream'),
        row('RE01', 'B1', 'R1', 'd', '', '', '200000000011', 'Ada', '', 'EP'),
        row('AS01.01', 'B1', 'A1', 'd', 'ZZABC2600001|ZZABC2600009', 'Night', '', 'Ada', '', '', 'SoundRecording'),
        row('MW01.01', 'B1', 'w'),
        row('SU02', 'B1', '1', 'T1', '', 'A1', 'true', '7'),
        row('SU01', 'B1', '1', 'T2', 'R1', '', 'true', 'false', '3', '1'),
        row('AS02.02', 'B2', 'A1', 'd', 'ZZABC2600002', 'Day', '', 'Ada', '', '', 'SoundRecording'),
        row('SU02', 'B2', '1', 'T1', '', '', 'true', '9'),
        '',
        row('FOOT', '11', '11', '1', '2', '2'),
      ].join('\n'),
    )
    expect(lines).toMatchObject([
      { isrc: 'ZZABC2600001', gtin14: '', streams: '7' },
      { isrc: '', gtin14: '00200000000011', downloads: '2' },
      { isrc: 'ZZABC2600002', streams: '9' },
    ])
  })

  it('takes a report without a sale for what it is', async () => {
    const { lines, head } = await read(financialReport([dsrSummary({ id: '1' })]))
    expect(lines).toEqual([])
    expect(head).toMatchObject({ period: { from: '2026-03-01', to: '2026-03-31' } })
  })

  it('reads the parts of a message in any order', async () => {
    const first = financialReport([dsrSummary({ id: '1' }), dsrSales({ summary: '1', usages: '1' })], {
      part: 1,
      parts: 2,
    })
    const second = financialReport([dsrSales({ summary: '1', usages: '2' })], {
      part: 2,
      parts: 2,
      lines: 7,
      summaries: 1,
    })
    const wanted = [{ streams: '1' }, { streams: '2' }]
    expect((await read(first, second)).lines).toMatchObject(wanted)
    expect((await read(second, first)).lines).toMatchObject(wanted)
    expect(await problemOf(second)).toContain('Part 1 of 2 is missing.')
    expect(await problemOf(first, first, second)).toContain('This part was uploaded twice.')
    expect(await problemOf(first, second.replace('MSG1', 'MSG9'))).toContain('is part of message MSG9')
    expect(await problemOf(first, second.replace('\t7\t', '\t8\t'))).toContain(
      'The footer declares 8, but the file has 7.',
    )
  })

  const sale = dsrSales({ summary: '1', isrc: 'ZZABC2600001' })
  it.each<[string, string, string]>([
    [
      'a foot that counts more',
      financialReport([dsrSummary({ id: '1' }), sale], { lines: 5 }),
      'line 4, column "NumberOfLinesInReport, cell 2": The footer declares 5, but the file has 4.',
    ],
    [
      'a foot that counts other summaries',
      financialReport([dsrSummary({ id: '1' }), sale], { summaries: 2 }),
      'NumberOfSummaryRecords, cell 3',
    ],
    [
      'no foot',
      financialReport([dsrSummary({ id: '1' }), sale])
        .split('\n')
        .slice(0, 3)
        .join('\n'),
      'has no footer',
    ],
    [
      'a record behind the foot',
      `${financialReport([dsrSummary({ id: '1' })])}\n${sale}`,
      'line 4: Unexpected record after the footer.',
    ],
    [
      'a summary that is not there',
      financialReport([sale]),
      'line 2, column "SummaryRecordId, cell 25": The report has no summary record "1".',
    ],
    [
      'too few cells',
      financialReport([dsrSummary({ id: '1' }), sale.split('\t').slice(0, 40).join('\t')]),
      'line 3: The record has 40 cells but needs 47.',
    ],
    ['a record of another profile', financialReport([row('SU03.01', '1')]), 'records of the type "SU03"'],
    [
      'what is no number',
      financialReport([dsrSummary({ id: '1' }), dsrSales({ summary: '1', revenue: 'ten' })]),
      '"ten" cannot be read.',
    ],
    ['a table', 'isrc,streams\n', 'not with a DSR header'],
    ['nothing', '\n\n', 'is empty'],
  ])('refuses %s', async (_, text, problem) => {
    expect(await problemOf(text)).toContain(problem)
  })

  it('refuses a code that cannot be read, with its cell', async () => {
    const sale = dsrSales({ summary: '1', isrc: '2.00E+11', usages: '1', revenue: '0.01' })
    expect(await problemOf(financialReport([dsrSummary({ id: '1' }), sale]))).toContain(
      'column "ISRC, cell 14": The spreadsheet changed this code to "2.00E+11", and digits are lost.',
    )
  })
})
