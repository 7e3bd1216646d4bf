import { SpindleError } from '@spindle/client'

/** What the console has to know of a failure to show it. */
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
    const { code, message, status, requestId, errors, retryAfterSeconds } = error
    return { code, message, status, requestId, fields: errors, retryAfterSeconds }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'unexpected',
    message,
    status: undefined,
    requestId: undefined,
    fields: [],
    retryAfterSeconds: undefined,
  }
}

/** The session has ended: what was asked can be asked again once the person has signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof SpindleError && error.code === 'signed_out'
