import { utils, type WorkBook, write } from '@e965/xlsx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
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

/** The library cannot write what other programs do. */
function replaceInFile(bytes: Buffer, name: string, from: string | RegExp, to: string): Buffer {
  const files = unzipSync(bytes)
  const text = strFromU8(files[name] ?? new Uint8Array())
  if (text.replace(from, to) === text) throw new Error(`${name} has no such text.`)
  return Buffer.from(zipSync({ ...files, [name]: strToU8(text.replace(from, to)) }))
}
const replaceInSheet = (bytes: Buffer, from: RegExp, to: string): Buffer =>
  replaceInFile(bytes, 'xl/worksheets/sheet1.xml', from, to)

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

  it('takes the sheet that is shown if a hidden one has lines as well', async () => {
    const book = bookOf({ Sales: sales, Old: [...sales, ...sales] }, (made) => {
      made.Workbook = { Sheets: [{ name: 'Sales' }, { name: 'Old', Hidden: 1 }] }
    })
    expect(await readBytes(bytesOf(book, 'xlsx'))).toEqual(lines)
  })

  it('reads a hidden sheet if no other has lines', async () => {
    const book = bookOf({ Chart: [['Sales of March']], Data: sales }, (made) => {
      made.Workbook = { Sheets: [{ name: 'Chart' }, { name: 'Data', Hidden: 2 }] }
    })
    expect(await readBytes(bytesOf(book, 'xlsx'))).toEqual(lines)
  })

  it.each<[string, number, string, string]>([
    ['an amount', 4, '', 'revenue'],
    ['a count', 3, '<v></v>', 'streams'],
    ['a code', 0, '<v/>', 'isrc'],
    ['a title', 6, '', 'title'],
  ])('refuses %s that a program left to be calculated', async (_, place, value, column) => {
    const rows: Rows = [
      [...head, 'title'],
      ['ZZABC2600001', 200000519186, '2026-03', 1234, 0.5, 'EUR', 'Night'],
    ]
    const book = bookOf({ Sales: rows })
    const cell = `${'ABCDEFG'.charAt(place)}2`
    const bytes = replaceInSheet(
      bytesOf(book, 'xlsx'),
      new RegExp(`<c r="${cell}"[^>]*>.*?</c>`),
      `<c r="${cell}"><f>B2*2</f>${value}</c>`,
    )
    expect(await readBytes(bytes)).toEqual([
      `line 2, column "${column}": The cell has a formula without a result. Fix: open the workbook in a spreadsheet, save it, and import it again.`,
    ])
  })

  it('does not believe the zeros of a program that calculates nothing', async () => {
    const rows: Rows = [head, ['ZZABC2600001', 200000519186, '2026-03', 1234, 0, 'EUR']]
    const book = bookOf({ Sales: rows }, ({ Sheets }) => {
      if (Sheets.Sales) Sheets.Sales.E2.f = 'D2*0.1'
    })
    const bytes = bytesOf(book, 'xlsx')
    expect(await readBytes(bytes)).toEqual(['ZZABC2600001 00200000519186 2026-03-01 2026-03-31 1234 0'])
    const left = replaceInFile(bytes, 'xl/workbook.xml', '</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>')
    expect((await readBytes(left))[0]).toContain('line 2, column "revenue": The cell has a formula without a result.')
  })

  it('reads a merged code, date or text in each of its rows, and a merged amount once', async () => {
    const rows: Rows = [
      head,
      ['ZZABC2600001', 200000519186, 46086, 10, 2.5, 'EUR'],
      [undefined, undefined, undefined, 20],
    ]
    const book = bookOf({ Sales: rows }, ({ Sheets }) => {
      if (Sheets.Sales) Sheets.Sales.C2.z = 'dd/mm/yyyy'
      if (Sheets.Sales) Sheets.Sales['!merges'] = [0, 1, 2, 4, 5].map((c) => ({ s: { r: 1, c }, e: { r: 2, c } }))
    })
    for (const type of ['xlsx', 'biff8'] as const)
      expect(await readBytes(bytesOf(book, type))).toEqual([
        'ZZABC2600001 00200000519186 2026-03-05 2026-03-05 10 2.5',
        'ZZABC2600001 00200000519186 2026-03-05 2026-03-05 20',
      ])
  })

  it('refuses merged cells that overlap, which could fill each cell again and again', async () => {
    const book = bookOf({ Sales: [head, ['ZZABC2600001'], [undefined, undefined, undefined, 1]] }, ({ Sheets }) => {
      const forged = Array.from({ length: 800 }, () => ({ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }))
      if (Sheets.Sales) Sheets.Sales['!merges'] = forged
    })
    expect(await readBytes(bytesOf(book, 'xlsx'))).toEqual([
      'Merged cells overlap. Fix: unmerge them, and import the file again.',
    ])
  })

  it('names an error by its sign in the spreadsheet', async () => {
    const book = bookOf({ Sales: [head, ['ZZABC2600001', undefined, '2026-03', 1, 2, 'EUR']] }, ({ Sheets }) => {
      if (Sheets.Sales) Sheets.Sales.E2 = { t: 'e', v: 23 }
    })
    expect((await readBytes(bytesOf(book, 'xlsx')))[0]).toContain('"#REF!" cannot be read.')
  })

  it('refuses a workbook that is damaged', async () => {
    const whole = bytesOf(bookOf({ Sales: sales }), 'biff8')
    expect(await readBytes(whole.subarray(0, 1000))).toEqual([
      'The Excel workbook cannot be read. Fix: open it and save the sheet as CSV.',
    ])
  })
})
