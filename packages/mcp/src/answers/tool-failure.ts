import { AuthenticationError, ConnectionError, SpindleError, UploadError } from '@spindle/client'
import { type ErrorCode, errorHelp, errors, type FieldError } from '@spindle/contract'
import type { Gate } from '../agent-gate.ts'
import { separateQuotedText } from './separate-quoted-text.ts'

/** Failures as agents need them: what happened, how to fix it, what to do next. No secret, no stack, no address. */
export interface ToolFailure {
  readonly code: string
  /** What happened. */
  readonly message: string
  readonly quoted?: readonly string[] | undefined
  /** What to change in the call; null when the call is not at fault. */
  readonly fix: string | null
  readonly next_action: string
  readonly retryable: boolean
  readonly retry_after_seconds?: number | undefined
  /** To quote to the operator of the hub. */
  readonly request_id?: string | undefined
  /** Each member that is wrong: a JSON Pointer into the arguments or the release, what, and the fix. */
  readonly errors?: readonly FieldError[] | undefined
  readonly errors_omitted?: number | undefined
}

/** The arguments of a call are not what its tool takes. */
export class InvalidInput extends Error {
  readonly problems: readonly FieldError[]

  constructor(problems: readonly FieldError[]) {
    super('The arguments are not valid')
    this.name = 'InvalidInput'
    this.problems = problems
  }
}

/** Something a tool refuses without the hub. */
export class ToolError extends Error {
  readonly failure: ToolFailure

  constructor(failure: ToolFailure) {
    super(failure.message)
    this.name = 'ToolError'
    this.failure = failure
  }
}

const maxProblems = 20

function listed(problems: readonly FieldError[]): Pick<ToolFailure, 'errors' | 'errors_omitted'> {
  if (problems.length === 0) return {}
  const omitted = problems.length - maxProblems
  return { errors: problems.slice(0, maxProblems), ...(omitted > 0 ? { errors_omitted: omitted } : {}) }
}

/** What an agent gets for an error; undefined for an unexpected one, which is for the log. */
export function findToolFailure(error: unknown): ToolFailure | undefined {
  if (error instanceof ToolError) return error.failure
  if (error instanceof InvalidInput)
    return {
      code: 'validation_failed',
      message: 'The arguments of the call are not valid. Nothing was done.',
      fix: 'Correct each member listed in errors.',
      next_action: 'Call the tool again with the corrected arguments.',
      retryable: false,
      ...listed(error.problems),
    }
  if (error instanceof UploadError && error.status === undefined) return fileFailure(error)
  if (error instanceof ConnectionError) return unreachableFailure
  if (error instanceof AuthenticationError && error.status === undefined) return missingKeyFailure
  return error instanceof SpindleError ? hubFailure(error) : undefined
}

const unreachableFailure: ToolFailure = {
  code: 'connection_failed',
  message: 'The hub did not respond.',
  fix: null,
  next_action: 'Try again in a minute. If it persists, tell the person that the hub cannot be reached.',
  retryable: true,
}

/** What went wrong on this side of an upload: the file, its disk or the connection. */
const fileFailure = ({ code, message, isResumable }: UploadError): ToolFailure => ({
  code,
  message,
  fix: null,
  next_action: isResumable
    ? 'Call upload_file again with the same path: it continues where it stopped.'
    : 'Use another file, or ask the person about this one.',
  retryable: isResumable,
})

/** Access tokens manage keys; what the tools do takes a key. */
const missingKeyFailure: ToolFailure = {
  code: 'credentials_missing',
  message: 'This connection has no API key, but the tools require one.',
  fix: null,
  next_action: 'Ask the person to connect with an API key. An access token can create one.',
  retryable: false,
}

export const unexpectedFailure: ToolFailure = {
  code: 'internal_error',
  message: 'The tool failed unexpectedly.',
  fix: null,
  next_action:
    'Do not repeat the call. Tell the person what you tried, and that the hub operator must check the problem.',
  retryable: false,
}

function hubFailure(error: SpindleError): ToolFailure {
  const { code, errors: problems, retryAfterSeconds, requestId, status = 0 } = error
  const entry = isKnown(code) ? errors[code] : undefined
  const said =
    textOf(error.body, 'detail') ?? textOf(error.body, 'title') ?? entry?.title ?? 'The hub refused the call.'
  return {
    code,
    ...separateQuotedText({ message: said }),
    fix: problems.length > 0 ? 'Follow the fix in each entry of errors.' : null,
    next_action: isKnown(code) ? errorHelp[code].action : 'Tell the person the answer of the hub.',
    retryable: entry?.retryable ?? status >= 500,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...listed(problems.map(separateQuotedText)),
  }
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

function textOf(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const gateFailure = (tool: string, wanted: Gate, gate: Gate, howToOpen: string): ToolFailure => ({
  code: 'gate_closed',
  message: `${tool} requires the gate "${wanted}", but this connection has "${gate}". Nothing was done.`,
  fix: null,
  next_action: `Only a person can change the gate: ${howToOpen} Ask for this, or ask the person to do this step.`,
  retryable: false,
})
