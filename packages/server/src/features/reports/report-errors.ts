import { AppError } from '@spindle/contract'
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

export const unreadableUploads = (code: keyof typeof fixes, pointer: string): AppError =>
  new AppError(code, {
    errors: [
      {
        pointer,
        code: code === 'validation_failed' ? 'upload_kind' : code,
        detail: details[code],
        fix: fixes[code],
      },
    ],
  })

export const conflictingFormats = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/mapping',
        code: 'conflict',
        detail: 'Use either a preset or a mapping to read a report.',
        fix: 'Remove one of them.',
      },
    ],
  })

/** A DDEX message has totals of its lines. */
export const wholeMessage = (): AppError =>
  new AppError('validation_failed', {
    errors: [
      {
        pointer: '/unreadable',
        code: 'conflict',
        detail: 'Lines of a DDEX message cannot be set aside.',
        fix: 'Remove this member, and ask the store for a corrected message if this one is refused.',
      },
    ],
  })

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
