import { utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ReportHub, startReportHub, table } from '../harness/report-hub.ts'

/** Workbooks and archives, read by the sandboxed process. */

const march = table('ZZABC2600001,,Intro,big,DE,2026-03,100,,0.10,EUR', 'ZZABC2600002,,Outro,big,DE,2026-03,5,,,')

function workbook(bookType: 'xlsx' | 'biff8'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(march.split('\n').map((line) => line.split(','))), 'Sales')
  return write(book, { type: 'buffer', bookType }) as Buffer
}

const zip = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, new Uint8Array(Buffer.from(file))]))),
  )

describe('workbooks and archives of stores', () => {
  let given: ReportHub
  beforeAll(async () => {
    given = await startReportHub()
  })
  afterEach(() => given.undoAll())

  it.each<[string, () => Buffer]>([
    ['a workbook (xlsx)', () => workbook('xlsx')],
    ['a workbook (xls)', () => workbook('biff8')],
    [
      'a table in an archive',
      () => zip({ 'sales/march.csv': march, '__MACOSX/sales/._march.csv': 'x', 'sales/.DS_Store': 'x' }),
    ],
  ])('imports %s', async (_, file) => {
    expect((await given.bring(file())).out[1]).toBe('store (spindle), 2026-03-01 to 2026-03-31, 2 lines')
    expect((await given.reports()).totals).toMatchObject({ streams: 105 })
  })

  it.each<[string, () => Buffer, string]>([
    ['two tables', () => zip({ 'a.csv': march, 'b.csv': march }), 'The archive has 2 files: a.csv, b.csv.'],
    ['no table', () => zip({}), 'The archive has 0 files.'],
    ['a document', () => zip({ 'word/document.xml': '<a/>' }), 'The file is a document of another program'],
    ['a bomb', () => zip({ 'a.csv': Buffer.alloc(40 * 1024 ** 2, ' ') }), 'expands to more than 250 times its size'],
    [
      'a workbook that is a bomb',
      () => zip({ 'xl/workbook.xml': Buffer.alloc(40 * 1024 ** 2, ' ') }),
      'expands to more than 250 times its size',
    ],
    ['half an archive', () => zip({ 'a.csv': march }).subarray(0, 80), 'The zip archive cannot be read'],
    ['half a workbook', () => workbook('xlsx').subarray(0, 3000), 'The zip archive cannot be read'],
  ])('refuses an archive with %s', async (_, file, problem) => {
    expect((await given.bring(file())).err.join('\n')).toContain(problem)
  })

  it('names a workbook where a message of DDEX is expected', async () => {
    expect((await given.bring(workbook('xlsx'), '--preset', 'dsr')).err.join('\n')).toContain(
      'The file is an Excel workbook. Fix: save the sheet as CSV.',
    )
  })
})
