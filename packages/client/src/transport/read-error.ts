import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type FieldProblem,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  SpindleError,
  ValidationError,
} from '../errors.ts'
import { findText } from './read-body.ts'

const classes: Readonly<Record<number, typeof SpindleError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

/** More than any problem document; a longer error is not read to the end. */
const maxErrorBytes = 1024 ** 2

/**
 * The error that an answer represents. Takes problem documents (RFC 9457), OAuth errors (RFC 6749), and whatever a
 * proxy says.
 */
export async function readError(response: Response): Promise<SpindleError> {
  const text = (await findText(response, maxErrorBytes).catch(() => undefined)) ?? ''
  const body = parseJson(text)
  const { status, headers } = response
  const code = isCode(body?.error) ? body.error : `http_${status}`
  const detail =
    textOf(body?.detail) ?? textOf(body?.error_description) ?? textOf(body?.message) ?? textOf(body?.title) ?? ''
  const errors = Array.isArray(body?.errors) ? body.errors.filter(isFieldProblem) : []
  const requestId = headers.get('x-request-id') ?? textOf(body?.requestId)
  const Class = classes[status] ?? (status >= 500 ? ServerError : SpindleError)
  return new Class(messageOf({ status, code, detail, errors, requestId }), {
    status,
    code,
    requestId,
    errors,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after')),
    headers,
    body: body ?? text,
  })
}

interface MessageParts {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | undefined
}

const shownProblems = 3
const shownLetters = 1_000

function messageOf({ status, code, detail, errors, requestId }: MessageParts): string {
  const problems = errors
    .slice(0, shownProblems)
    .map((problem) => [problem.pointer, [problem.detail, problem.fix].filter(Boolean).join(' ')].map(shown))
    .map(([pointer, words]) => `\n  ${pointer === '' ? '(whole)' : pointer}: ${words}`)
  const more = errors.length > shownProblems ? `\n  ... and ${errors.length - shownProblems} more` : ''
  const quote = requestId === undefined ? '' : ` [${requestId}]`
  return `${status} ${code}${detail === '' ? '' : `: ${shown(detail)}`}${quote}${problems.join('')}${more}`
}

const shown = (text: string): string => (text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text)

/** Seconds until `Retry-After` (RFC 9110 section 10.2.3): a number of seconds or a date. */
export function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000))
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A word for programs; a page or a proxy may call anything an error. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)

function isFieldProblem(value: unknown): value is FieldProblem {
  const { pointer, code, detail, fix = '' } = (value ?? {}) as Record<string, unknown>
  return [pointer, code, detail, fix].every((member) => typeof member === 'string')
}
