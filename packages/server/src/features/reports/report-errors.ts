import { AppError, type FieldError } from '@spindle/contract'
import type { BodyRules } from '../../http/requests/body-rules.ts'
import { UnreadableFile } from './open-files.ts'
import { describeProblem, ReportConflict, ReportRefused } from './reading/report-problem.ts'

/** Converts what stops the report of an account to an error of the API. */

const fixes = {
  upload_reference_unknown: 'Upload the file with kind report and use its id.',
  upload_incomplete: 'Complete the upload first.',
  validation_failed: 'Upload the file again with kind report.',
} as const
const details = {
  upload_reference_unknown: 'The account has no upload with this id.',
  upload_incomplete: 'This upload is incomplete or was deleted.',
  validation_failed: 'This upload is not a report.',
} as const

export type UploadFault = keyof typeof fixes

/** All that cannot be read, by the code of the first. */
export function unreadableUploads(faults: readonly (readonly [code: UploadFault, pointer: string])[]): AppError {
  const [[first] = ['upload_reference_unknown' as const]] = faults
  return new AppError(first, {
    errors: faults.map(([code, pointer]) => ({
      pointer,
      code: code === 'validation_failed' ? 'upload_kind' : code,
      detail: details[code],
      fix: fixes[code],
    })),
  })
}

const conflictingFormats: FieldError = {
  pointer: '/mapping',
  code: 'conflict',
  detail: 'Use either a preset or a mapping to read a report.',
  fix: 'Remove one of them.',
}

/** A DDEX message has totals of its lines. */
const wholeMessage: FieldError = {
  pointer: '/unreadable',
  code: 'conflict',
  detail: 'Lines of a DDEX message cannot be set aside.',
  fix: 'Remove this member, and ask the store for a corrected message if this one is refused.',
}

/** How a report shall be read; of a refused request, as much as is valid. */
export interface ReadingChoice {
  readonly preset?: unknown
  readonly mapping?: unknown
  readonly unreadable?: unknown
}

/** Members that exclude each other. */
export const findConflicts = ({ preset, mapping, unreadable }: ReadingChoice): readonly FieldError[] => [
  ...(preset !== undefined && mapping !== undefined ? [conflictingFormats] : []),
  ...(preset === 'dsr' && unreadable === 'set_aside' ? [wholeMessage] : []),
]

export const reportBodyRules: BodyRules = { check: ({ value }) => findConflicts(value) }

const problemsTold = 20

/** Other errors are not changed. */
export function asAnswer(error: unknown): unknown {
  if (error instanceof ReportConflict) {
    const [problem] = error.problems
    const code = error.about === 'message' ? 'report_message_conflict' : 'report_conflict'
    return new AppError(code, {
      detail: problem && describeProblem(problem),
      extensions: { reportId: error.reportId },
    })
  }
  if (error instanceof UnreadableFile)
    return new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 5 })
  if (!(error instanceof ReportRefused)) return error
  const told = error.problems.slice(0, problemsTold)
  return new AppError('validation_failed', {
    detail: told[0] && describeProblem(told[0]),
    errors: told.map(({ fix, ...problem }) => ({
      pointer: '/uploads',
      code: 'report_unreadable',
      detail: placed(problem).slice(0, 1000),
      fix: fix.slice(0, 500),
    })),
  })
}

const placed = ({ line, column, problem }: Omit<ReportRefused['problems'][number], 'fix'>): string =>
  [
    line === undefined ? '' : `line ${line}, `,
    column === undefined ? '' : `column "${column.slice(0, 200)}": `,
    problem,
  ].join('')
