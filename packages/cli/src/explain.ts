import {
  AuthenticationError,
  ConnectionError,
  PermissionDeniedError,
  SpindleError,
  UploadError,
  ValidationError,
} from '@spindle/client'
import { CommandError, type ExitCode, exitCodes, type Problem } from './errors.ts'

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

export function explain(error: unknown): Explanation {
  if (error instanceof CommandError) return { ...plain, ...pick(error), message: error.message }
  if (error instanceof SpindleError) return explainHub(error)
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (error instanceof Error && code !== undefined && syscall !== undefined) return explainSystem(code, path, error)
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
  return {
    exitCode: exitCodeOf(error),
    code: error.code,
    message: messageOf(error),
    problems: error.errors.map(({ pointer, detail, fix }) => ({ where: pointer, what: detail, fix })),
    fix: fixOf(error),
    requestId: error.requestId,
  }
}

function exitCodeOf(error: SpindleError): ExitCode {
  const status = error.status
  if (
    error instanceof AuthenticationError ||
    error instanceof PermissionDeniedError ||
    status === 401 ||
    status === 403
  )
    return exitCodes.credentials
  return error instanceof ValidationError || status === 422 ? exitCodes.validation : exitCodes.failed
}

/** The hub's own sentence; the SDK's message repeats status, code and problems, which are shown apart. */
function messageOf(error: SpindleError): string {
  const { detail, title, error_description: description } = (error.body ?? {}) as Record<string, unknown>
  const said = [detail, description, title].find((text) => typeof text === 'string' && text !== '')
  const what = typeof said === 'string' ? said : error.message
  return error instanceof UploadError ? `The upload stopped at byte ${error.offset}: ${what}` : what
}

const fixes: Readonly<Record<string, string>> = {
  api_key_invalid:
    'Check the key: it may have expired or been revoked. `spindle keys list` shows the keys, `spindle login` stores another one.',
  invalid_token:
    'The token was refused or has ended. Ask for a new one; `spindle verify --discover` shows where, `spindle login --token` stores it.',
  integration_not_configured:
    'The hub knows no property. Its operator sets SPINDLE_INTEGRATION_TOKENS and starts it again.',
  permission_missing:
    'Make a key that has the permission: `spindle keys create --name <name> --permissions music:read,music:write`.',
  storage_full: "The hub's disk is full. Tell its operator; the same command goes on where it stopped.",
  rate_limited: 'Wait a little, then run the same command again; lower --concurrency helps.',
  database_unavailable: 'The hub cannot reach its database just now. Run the same command again in a minute.',
}

function fixOf(error: SpindleError): string | undefined {
  if (error instanceof ConnectionError)
    return 'Check the address (`spindle status`), the network, and that the hub runs; then run the same command again.'
  if (error.code === 'rate_limited' && error.retryAfterSeconds !== undefined)
    return `Wait ${error.retryAfterSeconds} s, then run the same command again.`
  return fixes[error.code]
}

const systemFixes: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ['does not exist', 'Check the path.'],
  EACCES: ['may not be read or written by this user', 'Change its permissions, or run as the user who owns it.'],
  EPERM: ['may not be changed by this user', 'Change its permissions, or run as the user who owns it.'],
  ENOSPC: ['cannot be written: the disk is full', 'Free some space, then run the same command again.'],
  EDQUOT: ['cannot be written: your quota is used up', 'Free some space, then run the same command again.'],
  EROFS: ['is on a disk that is read-only', 'Copy the folder to a disk that can be written.'],
  EISDIR: ['is a folder, not a file', 'Give a file.'],
  ENOTDIR: ['is a file, not a folder', 'Give a folder.'],
  EIO: ['cannot be read: the disk reports an error', 'Check the disk.'],
}

function explainSystem(code: string, path: string | undefined, error: Error): Explanation {
  const known = systemFixes[code]
  if (!known) return { ...plain, code: code.toLowerCase(), message: error.message }
  return { ...plain, code: code.toLowerCase(), message: `${path ?? 'A file'} ${known[0]}`, fix: known[1] }
}
