import {
  AuthenticationError,
  ConnectionError,
  PermissionDeniedError,
  SpindleError,
  UploadError,
  ValidationError,
} from '@spindle/client'
import {
  CommandError,
  describeSystemError,
  type ExitCode,
  exitCodes,
  isSystemError,
  type Problem,
  type SystemError,
} from '@spindle/command-line'
import { describeConnectionError } from './describe-connection-error.ts'
import { findFix } from './error-fixes.ts'

/** Turns any failure into one message for a person, one object for a program, and an exit code. */

/** A failure as it is shown. */
export interface Explanation {
  readonly exitCode: ExitCode
  readonly code: string
  readonly message: string
  readonly problems: readonly Problem[]
  readonly fix: string | undefined
  readonly requestId: string | undefined
}

/** Takes whatever was thrown. Errors of anything but this program, the SDK or the system end with 1. */
export function explainError(error: unknown): Explanation {
  if (error instanceof CommandError) return { ...plain, ...pick(error), message: error.message }
  // A file that cannot be read stops an upload as well; then the file is what matters.
  if (error instanceof UploadError && isSystemError(error.cause))
    return { ...explainSystem(error.cause), code: error.code }
  if (error instanceof SpindleError) return explainHub(error)
  if (isSystemError(error)) return explainSystem(error)
  return { ...plain, message: error instanceof Error ? error.message : String(error) }
}

const plain = {
  exitCode: exitCodes.failed,
  code: 'failed',
  problems: [],
  fix: undefined,
  requestId: undefined,
} as const

const pick = ({ exitCode, code, fix, problems, requestId }: CommandError) => ({
  exitCode,
  code,
  fix,
  problems,
  requestId,
})

function explainHub(error: SpindleError): Explanation {
  if (error.code === 'credentials_missing' && error.status === undefined) return explainMissing(error)
  return {
    exitCode: exitCodeOf(error),
    code: error.code,
    message: messageOf(error),
    problems: error.errors.map(({ pointer, detail, fix }) => ({ where: pointer, what: detail, fix })),
    fix: findFix(error),
    requestId: error.requestId,
  }
}

/** The SDK's message names its own options; here a credential is stored or set. */
const credentialKinds = [
  [/integration token/, 'an integration token', 'spindle login --token', 'SPINDLE_INTEGRATION_TOKEN'],
  [/access token/, 'a service client', 'spindle login --client', 'SPINDLE_CLIENT_ID and SPINDLE_CLIENT_SECRET'],
  [/./, 'an API key', 'spindle login', 'SPINDLE_API_KEY'],
] as const

function explainMissing({ code, message }: SpindleError): Explanation {
  const [, what, command, variable] = credentialKinds.find(([pattern]) => pattern.test(message)) ?? credentialKinds[2]
  return {
    ...plain,
    code,
    exitCode: exitCodes.credentials,
    message: `This command needs ${what}, but none is stored for this hub`,
    fix: `Store one with \`${command}\`, or set ${variable}; \`spindle status\` shows what is stored.`,
  }
}

function exitCodeOf(error: SpindleError): ExitCode {
  const status = error.status
  // A limit of the account: no other key would help.
  if (error.code === 'quota_exceeded') return exitCodes.failed
  if (
    error instanceof AuthenticationError ||
    error instanceof PermissionDeniedError ||
    status === 401 ||
    status === 403
  )
    return exitCodes.credentials
  // An option with a value that only the hub can judge.
  if (error.code === 'invalid_parameter' || error.code === 'cursor_invalid') return exitCodes.usage
  return error instanceof ValidationError || status === 422 ? exitCodes.validation : exitCodes.failed
}

/** The hub's own sentence; the SDK's message repeats status, code and problems, which are shown apart. */
function messageOf(error: SpindleError): string {
  if (error instanceof ConnectionError) return describeConnectionError(error)
  const { detail, title, error_description: description } = (error.body ?? {}) as Record<string, unknown>
  // With several problems the detail is the first of them.
  const sentences = error.errors.length > 0 ? [title, detail] : [detail, description, title]
  const said = sentences.find((text) => typeof text === 'string' && text !== '')
  const unsaid = error.cause instanceof ConnectionError ? describeConnectionError(error.cause) : error.message
  const what = typeof said === 'string' ? said : unsaid
  return error instanceof UploadError && error.isResumable
    ? `The upload stopped at byte ${error.offset}: ${what}`
    : what
}

/** Names the file in an error of the system that does not, as when a folder is read. */
export function addErrorPath(error: unknown, path: string): unknown {
  return isSystemError(error) && error.path === undefined ? Object.assign(error, { path }) : error
}

function explainSystem(error: SystemError): Explanation {
  const { what, fix } = describeSystemError(error)
  return { ...plain, code: error.code.toLowerCase(), message: what, fix }
}
