import { Readable } from 'node:stream'
import { type CsvValue, csvMediaType, formatCsvLines } from '../../../http/responses/csv.ts'
import { etagOf } from '../../../http/responses/etag.ts'
import type { FileResponse } from '../../../http/responses/handler-response.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { sha256 } from '../../../platform/values/sha256.ts'
import { type DueRelease, listFaulty } from './release-rows-queries.ts'
import type { TableImportRow } from './table-queries.ts'

/** The rows with errors as they came, with a column of reasons: a person corrects them and imports this file. */

const releasesAtATime = 200
const reasonsColumn = 'reasons'

export async function errorsFile(
  tenant: Tenant,
  { id, head }: Pick<TableImportRow, 'id' | 'head'>,
): Promise<FileResponse> {
  // A file with errors may be imported again: its reasons are of the earlier import.
  const kept = head.flatMap((name, place) => (name === reasonsColumn ? [] : [place]))
  const lines: CsvValue[][] = [[...kept.map((place) => head[place]), reasonsColumn]]
  for (let after = 0; ; ) {
    const releases = await listFaulty(tenant, id, after, releasesAtATime)
    for (const release of releases) lines.push(...linesOf(release, kept))
    const last = releases.at(-1)
    if (last === undefined || releases.length < releasesAtATime) break
    after = last.position
  }
  // People correct it in a spreadsheet: Excel reads UTF-8 only behind its mark, and the import takes the mark off.
  const bytes = Buffer.from(`\ufeff${formatCsvLines(lines)}`)
  return {
    file: {
      mediaType: csvMediaType,
      size: bytes.length,
      heldBytes: bytes.length,
      open: async (start, end) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    },
    etag: etagOf(sha256(bytes).toString('hex')),
    headers: { 'content-disposition': 'attachment; filename="errors.csv"', 'x-content-type-options': 'nosniff' },
  }
}

/** Errors of the release are at its first row. */
function linesOf({ rows, problems }: DueRelease, kept: readonly number[]): CsvValue[][] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const first = rows[0]?.[0] ?? null
  return rows.map(([line, cells]) => {
    const own = errors.filter((error) => (error.line ?? first) === line)
    const reasons = own.map(({ column, message, fix }) => `${column === null ? '' : `${column}: `}${message} ${fix}`)
    return [...kept.map((place) => cells[place] ?? ''), reasons.join(' ')]
  })
}
