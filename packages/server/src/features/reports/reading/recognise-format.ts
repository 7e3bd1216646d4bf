import { findFittingPresets } from './fitting-presets.ts'
import type { Mapping } from './mapping.ts'
import { presets } from './presets.ts'
import { refuse } from './report-problem.ts'
import { splitFirstLines } from './tables/find-table.ts'

/** Which preset a file is for, if the request names none. */

interface UnknownFile {
  text(): AsyncIterable<string>
  workbook?(): Promise<Buffer | undefined>
}

/** Lines before the head are short. */
const enoughCharacters = 64 * 1024

/** Our own format if no preset fits: its refusal lists the columns. Throws `ReportRefused` if several fit. */
export async function recogniseFormat(file: UnknownFile): Promise<{ format: string; mapping?: Mapping | undefined }> {
  const [format = 'spindle', ...others] = findFittingPresets(await readFirstRows(file))
  if (others.length > 0)
    throw refuse({
      problem: `The first line of the table fits several presets: ${[format, ...others].join(', ')}.`,
      fix: 'choose one of them as the preset.',
    })
  return { format, mapping: presets[format] }
}

async function readFirstRows(file: UnknownFile): Promise<readonly (readonly string[])[]> {
  const workbook = await file.workbook?.()
  if (workbook !== undefined) {
    const { readFirstRowsOfWorkbook } = await import('./files/read-workbook.ts')
    return readFirstRowsOfWorkbook(workbook)
  }
  let start = ''
  for await (const piece of file.text()) {
    start += piece
    if (start.length >= enoughCharacters) break
  }
  return splitFirstLines(start.slice(0, enoughCharacters))
}
