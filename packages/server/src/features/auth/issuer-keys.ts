import { AppError } from '@spindle/contract'
import type { JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type IssuerMetadata, readCapped, readIssuerMetadata } from './issuer-metadata.ts'
import { loadJose } from './load-jose.ts'

/**
 * The keys of the outside issuer. Owns how the hub behaves while that issuer is away: keys it has seen keep working for
 * a day, requests do not make it fetch repeatedly, and only a token that needs an unknown key fails, as
 * `issuer_unavailable`.
 */
export interface IssuerKeys {
  /** The issuer's exact name and its keys; throws `issuer_unavailable` when its metadata could never be read. */
  get(): Promise<{ readonly issuer: string; readonly findKey: JWTVerifyGetKey }>
  /** Reads metadata and keys ahead of the first token; a failure is only logged. */
  preload(): Promise<void>
}

export interface IssuerKeysOptions {
  readonly issuer: string
  readonly clock: Clock
  readonly log: Log
}

const timeoutMs = 5_000
const cooldownMs = 30_000
const firstRetryMs = 5_000
const refreshMs = 10 * 60_000
const lastGoodMs = 24 * 3_600_000

interface Opened {
  readonly issuer: string
  readonly findKey: JWTVerifyGetKey
  readonly reload: () => Promise<void>
}

export function externalIssuerKeys({ issuer, clock, log }: IssuerKeysOptions): IssuerKeys {
  const breaker = circuitBreaker(clock)
  let opened: Promise<Opened> | undefined
  const open = (): Promise<Opened> => {
    opened ??= breaker
      .run(firstRetryMs, () => readIssuerMetadata(issuer, timeoutMs))
      .then(
        (metadata) => openKeys(metadata, { clock, log, breaker }),
        (error: unknown) => {
          opened = undefined
          throw unavailable(error)
        },
      )
    return opened
  }
  return {
    get: open,
    async preload() {
      try {
        await (await open()).reload()
      } catch (error) {
        log.warn('auth.issuer_unavailable', { error })
      }
    },
  }
}

const unavailable = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('issuer_unavailable', { cause, retryAfterSeconds: 5 })

async function openKeys(
  { issuer, jwksUri }: IssuerMetadata,
  { clock, log, breaker }: { readonly clock: Clock; readonly log: Log; readonly breaker: CircuitBreaker },
): Promise<Opened> {
  const { createRemoteJWKSet, customFetch, errors } = await loadJose()
  const refusalsOfKey = [
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
    errors.JOSENotSupported,
    errors.JWKInvalid,
  ]
  let readAtMs = Number.NEGATIVE_INFINITY
  const remote = createRemoteJWKSet(jwksUri, {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    // Age is looked after below: the library would stop trusting good keys when a refresh fails.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: async (url: string, init: RequestInit) => {
      const pauseMs = remote.jwks() ? cooldownMs : firstRetryMs
      const response = await breaker.run(pauseMs, () => readCapped(url, init))
      readAtMs = clock.now()
      return response
    },
  })
  const refresh = async (): Promise<void> => {
    const ageMs = clock.now() - readAtMs
    if (ageMs > lastGoodMs) await remote.reload()
    else if (ageMs > refreshMs)
      remote.reload().catch((error: unknown) => log.debug('auth.issuer_keys_refresh_failed', { error }))
  }
  return {
    issuer,
    reload: remote.reload,
    async findKey(header, token) {
      try {
        await refresh()
        return await remote(header, token)
      } catch (error) {
        // An answer about this token's key refuses the token; anything else means that the issuer could not be reached.
        if (refusalsOfKey.some((refusal) => error instanceof refusal)) throw error
        throw unavailable(error)
      }
    },
  }
}

interface CircuitBreaker {
  /** Rejects at once for this long after `work` rejected. */
  run<T>(pauseMs: number, work: () => Promise<T>): Promise<T>
}

function circuitBreaker(clock: Clock): CircuitBreaker {
  let failedAtMs = Number.NEGATIVE_INFINITY
  return {
    async run(pauseMs, work) {
      if (clock.now() - failedAtMs < pauseMs)
        throw new Error('The issuer failed a moment ago. The hub will try again soon')
      try {
        return await work()
      } catch (error) {
        failedAtMs = clock.now()
        throw error
      }
    },
  }
}
