import { describe, expect, it } from 'vitest'
import { type Mapping, parseMapping } from '../mapping.ts'
import { presets } from '../presets.ts'
import { describeProblem, type ReportRefused } from '../report-problem.ts'
import { readCsv } from './read-csv.ts'

/** Tables as spreadsheets save them and stores send them, with other lines around those of the report. */

const spindle = presets.spindle as Mapping

async function read(text: string, mapping: Mapping = spindle): Promise<readonly string[]> {
  async function* pieces() {
    for (let start = 0; start < text.length; start += 1000) yield text.slice(start, start + 1000)
  }
  const found: string[] = []
  try {
    for await (const lines of readCsv(pieces(), mapping))
      for (const { isrc, gtin14, title, from, streams, revenue } of lines)
        found.push([isrc || gtin14 || title, from, streams, revenue].filter(Boolean).join(' '))
  } catch (error) {
    return (error as ReportRefused).problems.map(describeProblem)
  }
  return found
}

const head = 'isrc,upc,title,period,streams,revenue,currency'
const [first, second] = ['ZZABC2600001,,Night,2026-03,12,1.25,EUR', 'ZZABC2600002,,Day,2026-03,3,0.5,EUR']
const both = ['ZZABC2600001 2026-03-01 12 1.25', 'ZZABC2600002 2026-03-01 3 0.5']

describe('tables of spreadsheets', () => {
  it.each<[string, string]>([
    ['blank rows at the end', [head, first, second, ',,,,,,', ',,,,,,', ''].join('\n')],
    ['blank rows between the lines', [head, '', first, ' , ,,,,,', '\u00A0', ';;;;', second].join('\n')],
    ['the separator in the first line', ['sep=,', head, first, second].join('\n')],
    [
      'another separator in the first line',
      ['sep=;', head, first, second].join('\n').replaceAll(',', ';').replaceAll('.', ','),
    ],
    [
      'a separator line filled with separators',
      ['"sep=;";;;', ...[head, first, second].map((line) => line.replaceAll(',', ';').replaceAll('.', ','))].join(
        '\r\n',
      ),
    ],
    ['the separator |', ['sep=|', ...[head, first, second].map((line) => line.replaceAll(',', '|'))].join('\n')],
    ['line ends of old systems', [head, first, second].join('\r')],
    ['line ends of several systems', `${head}\r\n${first}\n${second}\r`],
    [
      'lines before the names of the columns',
      ['Statement of "Night" Records', 'Period: March 2026, all stores', '', head, first, second].join('\n'),
    ],
    ['padded lines before them', ['Statement,,,,,,', ',,,,,,', 'Currency,EUR,,,,,', head, first, second].join('\n')],
    ['lines with other separators before them', ['Name;Night;Records;a;b;c;d;e;f;g', head, first, second].join('\n')],
    ['a total at the end', [head, first, second, 'Total,,,,15,1.75,EUR'].join('\n')],
    ['a total with fewer columns', [head, first, second, 'Grand Total:,1.75'].join('\n')],
    ['a total in the title', [head, first, second, ',,Subtotal (EUR),,15,1.75,EUR'].join('\n')],
    ['subtotals between the lines', [head, first, 'Subtotal,,,,12,1.25,', second, 'Summe,,,,15,1.75,EUR'].join('\n')],
    [
      'a summary of four columns',
      [
        head,
        first,
        second,
        'Total_Rows,2',
        'Total_Amount,1.75',
        'Country Of Sale,Currency,Quantity,Share',
        'DE,EUR,15,1.75',
      ].join('\n'),
    ],
    [
      'a padded summary',
      [
        head,
        first,
        second,
        'Total_Rows,2,,,,,',
        'Country Of Sale,Currency,Quantity,Share,,,',
        'DE,EUR,15,1.75,,,',
      ].join('\n'),
    ],
    ['a summary below a blank row', [head, first, second, ',,,,,,', 'Country,Sum', 'DE,1.75'].join('\n')],
    ['the end of the file in words', [head, first, second, '*** END OF REPORT ***'].join('\n')],
    ['the names of the columns twice', [head, first, head, second].join('\n')],
    [
      'quoted names and cells',
      [head, first, second]
        .map((line) =>
          line
            .split(',')
            .map((cell) => `"${cell}"`)
            .join(','),
        )
        .join('\n'),
    ],
  ])('reads past %s', async (_, text) => {
    expect(await read(text)).toEqual(both)
  })

  it('keeps quotes with line breaks in one cell, and counts the lines', async () => {
    const text = [
      head,
      'ZZABC2600001,,"Night\r\nLive ""2026""",2026-03,12,1.25,EUR',
      'ZZABC260000,,Day,2026-03,3,,',
    ].join('\r\n')
    expect((await read(text))[0]).toContain('line 4, column "isrc": "ZZABC260000" is not an ISRC.')
  })

  it.each([
    'Night Total',
    'Total Night',
    'Subtotal night',
    'Summe Night',
    'Night Ergebnis',
    'Итого',
    '合計',
    'Toplam:',
    'Totalt',
  ])('leaves out the sum "%s" between the lines', async (label) => {
    expect(await read([head, first, `,,${label},,12,1.25,`, second].join('\n'))).toEqual(both)
    expect(await read([head, first, `${label},,,2026-03,12,1.25,EUR`, second].join('\n'))).toEqual(both)
  })

  it('reads a song called Total, and a line without codes', async () => {
    const text = [head, 'ZZABC2600001,,Total,2026-03,12,,', ',,Total Eclipse,2026-03,3,,', ',,Sum 41,2026-03,4,,']
    expect(await read(text.join('\n'))).toEqual([
      'ZZABC2600001 2026-03-01 12',
      'Total Eclipse 2026-03-01 3',
      'Sum 41 2026-03-01 4',
    ])
  })

  it.each<[string, string, string]>([
    ['with a code', 'ZZABC2600002,,Day', 'line 3: The line has 3 columns, but the first line has 7.'],
    ['without a code', 'Day,2026-03', 'line 3: The line has 2 columns, but the first line has 7.'],
    [
      'with a code below a total',
      'Total,15\nZZABC2600002,,Day',
      'line 4: The line has 3 columns, but the first line has 7.',
    ],
  ])('refuses a line that was cut off, %s', async (_, last, problem) => {
    expect((await read([head, first, last].join('\n')))[0]).toContain(problem)
  })

  it('reads numbers, countries and dates as people write them', async () => {
    const text = [
      `${head},territory`,
      'ZZABC2600001,,,Mar-26,"1,234,567",(0.25),EUR,Germany',
      'ZZABC2600001,,,March 2026,"=""12""",\u22120.25,EUR,UK',
      'ZZABC2600001,,,202603,12.0,\u20AC0.25,EUR,DEU',
      'ZZABC2600001,,,2026/03,12,"1,234.50",EUR,Worldwide',
      'ZZABC2600001,,,2026-Q1,12,0.25 EUR,EUR,',
      'ZZABC2600001,,,46086,12,0.25,EUR,',
    ].join('\n')
    expect(await read(text)).toEqual([
      'ZZABC2600001 2026-03-01 1234567 -0.25',
      'ZZABC2600001 2026-03-01 12 -0.25',
      'ZZABC2600001 2026-03-01 12 0.25',
      'ZZABC2600001 2026-03-01 12 1234.50',
      'ZZABC2600001 2026-01-01 12 0.25',
      'ZZABC2600001 2026-03-05 12 0.25',
    ])
  })

  it('asks for the sign between thousands where a number has two meanings', async () => {
    const text = [head, 'ZZABC2600001,,Night,03/31/2026,"1,234",1.25,EUR'].join('\n')
    expect(await read(text, { ...spindle, dates: 'mdy' })).toEqual([
      'line 2, column "streams": "1,234" can be read with or without thousands. Fix: set "thousands" in the mapping to the sign between thousands, or "decimal" to the decimal sign.',
    ])
    const mapping = parseMapping(JSON.stringify({ columns: spindle.columns, dates: 'mdy', thousands: ',' }))
    expect(await read(text, mapping)).toEqual(['ZZABC2600001 2026-03-31 1234 1.25'])
  })

  it('refuses an amount in another currency than its line', async () => {
    expect(await read([head, 'ZZABC2600001,,Night,2026-03,12,$1.25,EUR'].join('\n'))).toEqual([
      'line 2, column "revenue": The amount is in $, but the currency of the line is EUR. Fix: check which column has the currency of this amount.',
    ])
  })

  it.each<[string, string]>([
    ['%PDF-1.7\n%\u00E2', 'The file is a PDF document, not a table. Fix: get the table (CSV) from the store.'],
    [
      '\n<!DOCTYPE html><html><body>Sign in</body></html>',
      'The file is an HTML page, not a table. Fix: download the table itself; if this is a spreadsheet saved as HTML, open it and save the sheet as CSV.',
    ],
    [
      '<table><tr><td>isrc</td></tr></table>',
      'The file is an HTML page, not a table. Fix: download the table itself; if this is a spreadsheet saved as HTML, open it and save the sheet as CSV.',
    ],
    [
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
      'The file is an Excel workbook in XML, not a table. Fix: save the sheet as CSV.',
    ],
    ['{"error":"unauthorized"}', 'The file is a JSON document, not a table. Fix: get the table (CSV) from the store.'],
  ])('names the file that begins with %j', async (text, problem) => {
    expect(await read(text)).toEqual([problem])
  })
})
