import { type AppError, errors, type FieldError, type Problem } from '@spindle/contract'

/** RFC 9457 problem documents: what leaves the hub when something is wrong. */

export const problemMediaType = 'application/problem+json'

/** The catalogue's text unless the error carries a public detail of its own; causes are never sent. */
export function toProblem(
  error: AppError,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): Problem {
  const { status, title } = errors[error.code]
  const { detail, errors: fields, extensions } = error.options
  return {
    ...extensions,
    type: `${publicUrl}/docs/errors/${error.code}`,
    title,
    status,
    detail: detail ?? summaryOf(fields) ?? `${title}.`,
    error: error.code,
    requestId,
    ...(fields === undefined
      ? {}
      : { errors: fields.map(({ fix, ...field }) => (fix === undefined ? field : { ...field, fix })) }),
  }
}

/** Whoever logs only `detail` still sees what is wrong first. */
function summaryOf(fields: readonly FieldError[] | undefined): string | undefined {
  const [first, ...others] = fields ?? []
  if (!first) return undefined
  const where = first.pointer === '' ? '' : `${first.pointer}: `
  const more = others.length === 0 ? '' : ` And ${others.length} more in errors.`
  return `${where}${first.detail}${more}`
}
