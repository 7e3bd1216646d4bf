import { AppError, type ErrorCode } from '@spindle/contract'
import { isDiskFull } from '../../platform/database/postgres-errors.ts'
import type { Log } from '../../platform/logging/log.ts'

/**
 * What a node depends on, as it is: one line of the log when something goes away or runs out of room, and one when it
 * is back, however many requests fail in between. A request that fails makes it look; while something is away it looks
 * again and again, so that the end is noticed without requests.
 */

/** One thing the hub depends on; `check` rejects or resolves within the time limit. */
export interface Dependency {
  readonly name: DependencyName
  /** Other nodes depend on the same thing, so taking this node out of service would not help. */
  readonly isShared: boolean
  check(timeoutMs: number): Promise<void>
}

export type DependencyName = 'database' | 'uploads' | 'clock' | 'processes'
export type DependencyState = 'ok' | 'unavailable' | 'full'

export interface Outages {
  /** The states by name. */
  look(): Promise<Readonly<Record<string, DependencyState>>>
  /** A request failed with this: looks whether it is an outage. */
  note(error: AppError): void
  close(): void
}

const checkTimeoutMs = 2_000
const lookAgainMs = 2_000
/** A statement that found no room says more than a connection that answers, for so long. */
const fullMs = 10_000

const dependencyOf: Readonly<Partial<Record<ErrorCode, DependencyName>>> = {
  database_unavailable: 'database',
  storage_unavailable: 'uploads',
  storage_full: 'uploads',
}

interface Outage {
  readonly since: number
  readonly state: DependencyState
}

interface OutagesOptions {
  readonly dependencies: readonly Dependency[]
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly now: () => number
}

export function outages({ dependencies, log, now }: OutagesOptions): Outages {
  const open = new Map<DependencyName, Outage>()
  const fullAt = new Map<DependencyName, number>()
  let timer: NodeJS.Timeout | undefined

  const stateOf = async ({ name, check }: Dependency): Promise<readonly [DependencyName, DependencyState, unknown]> => {
    try {
      await check(checkTimeoutMs)
    } catch (error) {
      return [name, isFull(error) ? 'full' : 'unavailable', error]
    }
    const isStillFull = now() - (fullAt.get(name) ?? Number.NEGATIVE_INFINITY) < fullMs
    return [name, isStillFull ? 'full' : 'ok', undefined]
  }
  const settle = ([name, state, error]: readonly [DependencyName, DependencyState, unknown]): void => {
    const outage = open.get(name)
    if (state === 'ok') {
      if (outage) log.info('outage.ended', { dependency: name, seconds: Math.round((now() - outage.since) / 1000) })
      open.delete(name)
      return
    }
    if (outage?.state !== state)
      log.warn('outage.began', { dependency: name, state, ...(error === undefined ? {} : { error }) })
    open.set(name, { since: outage?.since ?? now(), state })
    timer ??= setTimeout(() => {
      timer = undefined
      void look()
    }, lookAgainMs).unref()
  }
  const look = async (): Promise<Readonly<Record<string, DependencyState>>> => {
    const seen = await Promise.all(dependencies.map(stateOf))
    for (const one of seen) settle(one)
    return Object.fromEntries(seen.map(([name, state]) => [name, state]))
  }
  let isLooking = false
  return {
    look,
    note(error) {
      const name = dependencyOf[error.code]
      if (name === undefined) return
      if (isFull(error)) fullAt.set(name, now())
      // Many requests fail at once; one check is enough for all of them.
      if (isLooking) return
      isLooking = true
      void look().finally(() => {
        isLooking = false
      })
    },
    close: () => clearTimeout(timer),
  }
}

const isFull = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'storage_full') || isDiskFull(error)
