import { ConnectionError, SpindleError } from '@spindle/client'
import { words } from '../words/words.ts'

/** What the console needs of a failure to show it. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly fields: SpindleError['errors']
  readonly retryAfterSeconds: number | undefined
}

export function toFailure(error: unknown): Failure {
  if (error instanceof SpindleError) {
    const { code, status, requestId, errors, retryAfterSeconds } = error
    // People can fix other failures without an id. With it, an operator finds a fault of the hub in the log.
    const shownId = status === undefined || status >= 500 ? requestId : undefined
    return { code, message: sentenceOf(error), status, requestId: shownId, fields: errors, retryAfterSeconds }
  }
  return {
    code: 'unexpected',
    message: describeUnexpected(error),
    status: undefined,
    requestId: undefined,
    fields: [],
    retryAfterSeconds: undefined,
  }
}

/** What a browser says of a failure is for developers. */
function describeUnexpected(error: unknown): string {
  const { failures } = words
  if (error instanceof DOMException && unreadable.has(error.name)) return failures.fileChanged
  if (error instanceof TypeError) return words.noAnswer
  return failures.unexpected
}

/** Of a file that changed, moved or was deleted after it was chosen (File API). */
const unreadable: ReadonlySet<string> = new Set(['NotReadableError', 'NotFoundError'])

/**
 * The hub's message. Messages of the SDK are for logs: they hold the address or the status, the code and the id as
 * well.
 */
function sentenceOf(error: SpindleError): string {
  const { code, body, errors, message } = error
  if (error instanceof ConnectionError && (code === 'connection_failed' || code === 'timeout')) return words.noAnswer
  const { detail, title } = (body ?? {}) as { readonly detail?: unknown; readonly title?: unknown }
  const said = [detail, title].find((text) => typeof text === 'string')
  if (said === undefined) return message
  return [said, ...errors.slice(0, shownFields).flatMap((one) => [one.detail, one.fix ?? []].flat())].join(' ')
}

/** More of them are for programs. */
const shownFields = 3

/** The session has ended: the request can be repeated once the person has signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof SpindleError && error.code === 'signed_out'
