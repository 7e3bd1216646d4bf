import { AppError } from '@spindle/contract'
import type { Log } from '../../../platform/logging/log.ts'

/**
 * Failures of the outside provider, shown to people in plain words and to the operator as codes. Its answers are never
 * passed on or logged: they may contain tokens.
 */

/** The library's codes for an answer that proves nothing. Any other code means that the provider does not work. */
const proofCodes: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])
/** Errors of RFC 6749 sections 4.1.2.1 and 5.2 that only the operator can fix. */
const settingErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_response_type',
])

interface LibraryError {
  readonly code?: unknown
  /** The provider's error code, by RFC 6749. */
  readonly error?: unknown
  readonly cause?: unknown
}

export interface ProviderFailures {
  /** The provider could not be reached. */
  toUnavailable(error: unknown): AppError
  /** It was reached, but its answer was unusable. */
  toRefusal(error: unknown): AppError
  /** It authenticated a person whom this hub does not admit; the log names the email domain for the operator. */
  toNotAllowed(verifiedMail: string | undefined): AppError
}

const refusedEvent = 'people.outside_sign_in_refused'

export function providerFailures({ name, log }: { readonly name: string; readonly log: Log }): ProviderFailures {
  const unavailable = (error: unknown, detail: string): AppError => {
    log.warn('people.provider_unavailable', { reason: reasonOf(error) })
    return new AppError('provider_unavailable', { detail, retryAfterSeconds: 5 })
  }
  const refused = (error: unknown, detail: string): AppError => {
    log.info(refusedEvent, { reason: reasonOf(error) })
    return refuse(detail)
  }
  const toUnavailable = (error: unknown): AppError =>
    unavailable(error, `${name} did not respond correctly. Try again in a moment, or sign in another way.`)
  return {
    toUnavailable,
    toNotAllowed(verifiedMail) {
      log.info(refusedEvent, { reason: 'not_allowed', domain: verifiedMail?.split('@').at(-1) ?? null })
      return refuse(`${name} signed you in, but you do not have access to this hub. Ask the hub operator.`)
    },
    toRefusal(error) {
      if (error instanceof AppError) return error
      const { code, error: told } = Object(error) as LibraryError
      const isOfHub =
        code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || (typeof told === 'string' && settingErrors.has(told))
      if (isOfHub)
        return unavailable(
          error,
          `${name} refused the request of this hub. Sign in another way, and ask the operator to check the log.`,
        )
      if (
        code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' &&
        told !== 'server_error' &&
        told !== 'temporarily_unavailable'
      )
        return refused(error, `${name} did not sign you in. Start again, or sign in another way.`)
      if (told === 'invalid_grant')
        return refused(error, `The response from ${name} was already used or is too old. Start again.`)
      if (typeof code === 'string' && proofCodes.has(code))
        return refused(
          error,
          `The response from ${name} is not valid. Start again. If it happens again, contact the operator.`,
        )
      return toUnavailable(error)
    },
  }
}

export const refuse = (detail: string): AppError => new AppError('outside_sign_in_refused', { detail })

/** Only codes, from the outermost to the innermost: other texts do not belong in the log. */
export function reasonOf(error: unknown): string {
  const { code, error: told, cause } = Object(error) as LibraryError
  const words = [code, told].filter((word) => typeof word === 'string' && /^[\w.-]{1,64}$/.test(word))
  const inner = cause instanceof Error ? [reasonOf(cause)] : []
  return [...words, ...inner].filter((word) => word !== '').join(' ')
}
