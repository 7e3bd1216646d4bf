import type { ReportField } from '@spindle/contract/vocabulary'
import { onlyProblems } from '../../parts/forms/check-fields.ts'
import type { MappingForm } from '../../reports/mapping-form.ts'
import { findOtherLine } from '../../reports/mapping-lines.ts'
import { type ReportImportState, stateOfFile } from '../../reports/report-import.ts'
import { reportWords } from '../../words/catalog/report-words.ts'

/** What is missing before a request to the hub, by field. */
export interface ImportProblems {
  readonly files?: string | undefined
  readonly source?: string | undefined
  readonly skipLines?: string | undefined
  /** A line of the value map or of the lines to skip that has another form. */
  readonly values?: string | undefined
  readonly skip?: string | undefined
  /** Of the columns of a mapping. */
  readonly columns?: string | undefined
}

/** As the hub takes them. */
const sourcePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/
const mostSkipped = 1000

export function findProblems({ files, choices }: ReportImportState): ImportProblems {
  const { source, format, mapping } = choices
  const texts = reportWords.importing
  const skipped = Number(mapping.skipLines)
  const isCount = Number.isInteger(skipped) && skipped >= 0 && skipped <= mostSkipped
  const isReady = files.every((file) => stateOfFile(file) === 'ready')
  return {
    ...(files.length === 0 ? { files: texts.noFiles } : isReady ? {} : { files: texts.notReady }),
    ...(!sourcePattern.test(source.trim()) && { source: texts.sourceProblem }),
    ...(format === 'mapping' && !isCount && { skipLines: texts.skipLinesProblem }),
    ...(format === 'mapping' &&
      onlyProblems({
        columns: findMissingColumns(mapping),
        values: describeOther(findOtherLine(mapping.values, 'values'), texts.valuesProblem),
        skip: describeOther(findOtherLine(mapping.skip, 'skip'), texts.skipProblem),
      })),
  }
}

const describeOther = (line: string | undefined, describe: (line: string) => string): string | undefined =>
  line === undefined ? undefined : describe(line.trim())

/** The least that a line needs, as the hub requires it. */
function findMissingColumns({ columns, constants }: MappingForm): string | undefined {
  const { columnProblems } = reportWords.importing
  const isSaid = (field: ReportField): boolean => [columns[field], constants[field]].some((text) => text?.trim())
  const isPeriod = isSaid('period') || (isSaid('from') && isSaid('to'))
  if (!isSaid('isrc') && !isSaid('upc')) return columnProblems.recording
  if (!isPeriod) return columnProblems.period
  if (!(['streams', 'downloads', 'quantity', 'revenue'] as const).some(isSaid)) return columnProblems.numbers
  return isSaid('revenue') && !isSaid('currency') ? columnProblems.currency : undefined
}
