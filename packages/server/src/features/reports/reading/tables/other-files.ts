import { refuse } from '../report-problem.ts'

/** Names the files that people take for tables, by their first characters. */

const others: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*%PDF-/u, 'a PDF document', 'get the table (CSV) from the store.'],
  [
    /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body|table|meta)\b/iu,
    'an HTML page',
    'download the table itself; if this is a spreadsheet saved as HTML, open it and save the sheet as CSV.',
  ],
  [
    /^\s*<\?xml[\s\S]{0,500}(?:schemas-microsoft-com:office:spreadsheet|mso-application progid="Excel)/u,
    'an Excel workbook in XML',
    'save the sheet as CSV.',
  ],
  [/^\s*<\?xml\b/u, 'an XML document', 'get the table (CSV) from the store.'],
  [/^\s*\{\\rtf/u, 'a text document (RTF)', 'get the table (CSV) from the store.'],
  [/^\s*(?:\{\s*"|\[\s*[{["])/u, 'a JSON document', 'get the table (CSV) from the store.'],
]

/** Throws `ReportRefused` for another kind of file. */
export function requireTable(start: string): void {
  const head = start.slice(0, 2000)
  for (const [form, name, fix] of others)
    if (form.test(head)) throw refuse({ problem: `The file is ${name}, not a table.`, fix })
}
