import { utils, type WorkBook, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { Mapping } from '../mapping.ts'
import { presets } from '../presets.ts'
import { describeProblem, type ReportRefused } from '../report-problem.ts'
import { readRows } from '../tables/read-csv.ts'
import { isHead } from '../tables/table-columns.ts'
import { readWorkbook } from './read-workbook.ts'

const spindle = presets.spindle as Mapping

type Rows = readonly (readonly (string | number | undefined)[])[]

function bookOf(sheets: Readonly<Record<string, Rows>>, format?: (book: WorkBook) => void): WorkBook {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  format?.(book)
  return book
}

async function readBytes(bytes: Buffer, mapping = spindle): Promise<readonly string[]> {
  const found: string[] = []
  try {
    for await (const lines of readRows(
      readWorkbook(bytes, { ...mapping, isHead: (cells) => isHead(cells, mapping) }),
      mapping,
    ))
      for (const { isrc, gtin14, from, to, streams, revenue } of lines)
        found.push([isrc, gtin14, from, to, streams, revenue].filter(Boolean).join(' '))
  } catch (error) {
    return (error as ReportRefused).problems.map(describeProblem)
  }
  return found
}

const bytesOf = (book: WorkBook, bookType: 'xlsx' | 'xlsb' | 'biff8' | 'ods'): Buffer =>
  write(book, { type: 'buffer', bookType }) as Buffer

const head = ['isrc', 'upc', 'period', 'streams', 'revenue', 'currency'] as const
const sales: Rows = [
  ['Statement of March'],
  [],
  head,
  ['ZZABC2600001', 200000519186, '2026-03', 1234, 0.0125, 'EUR'],
  [undefined, '0200000519186', 46086, 2, -1.5, 'EUR'],
  ['Total', undefined, undefined, 1236, -1.4875],
]
const lines = [
  'ZZABC2600001 00200000519186 2026-03-01 2026-03-31 1234 0.0125',
  '00200000519186 2026-03-05 2026-03-05 2 -1.5',
]

describe('readWorkbook', () => {
  it.each(['xlsx', 'xlsb', 'biff8', 'ods'] as const)('reads the sheet of a workbook of the type %s', async (type) => {
    const book = bookOf({ Info: [['Made by a store']], Sales: sales, Empty: [] })
    expect(await readBytes(bytesOf(book, type))).toEqual(lines)
  })

  it('reads numbers whatever the decimal sign of the mapping is', async () => {
    expect(await readBytes(bytesOf(bookOf({ Sales: sales }), 'xlsx'), { ...spindle, decimal: ',' })).toEqual(lines)
  })

  it('reads a date that is shown as a month as the month, and others as days', async () => {
    const rows: Rows = [head, ['ZZABC2600001', undefined, 46082, 1], ['ZZABC2600001', undefined, 46086.5, 1]]
    const book = bookOf({ Sales: rows }, ({ Sheets }) => {
      for (const [cell, format] of [
        ['C2', 'mmm\\-yy'],
        ['C3', 'dd/mm/yyyy hh:mm'],
      ] as const)
        if (Sheets.Sales) Sheets.Sales[cell].z = format
    })
    expect(await readBytes(bytesOf(book, 'xlsx'))).toEqual([
      'ZZABC2600001 2026-03-01 2026-03-31 1',
      'ZZABC2600001 2026-03-05 2026-03-05 1',
    ])
  })

  it('names row and column of a problem', async () => {
    const book = bookOf({ Sales: [head, ['ZZABC260000', undefined, '2026-03', 1]] })
    expect((await readBytes(bytesOf(book, 'xlsx')))[0]).toContain(
      'line 2, column "isrc": "ZZABC260000" is not an ISRC.',
    )
  })

  it('refuses several sheets with lines', async () => {
    expect(await readBytes(bytesOf(bookOf({ March: sales, April: sales }), 'xlsx'))).toEqual([
      'Several sheets have lines: "March", "April". Fix: save each sheet as CSV and import them one by one.',
    ])
  })

  it('refuses a workbook that is damaged', async () => {
    const whole = bytesOf(bookOf({ Sales: sales }), 'biff8')
    expect(await readBytes(whole.subarray(0, 1000))).toEqual([
      'The Excel workbook cannot be read. Fix: open it and save the sheet as CSV.',
    ])
  })
})
