import { ConnectionError, type Integration, type SpindleError } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import { retryWhileAway } from '../../../hub/retry-while-away.ts'
import type { MirrorPlace } from './mirror-place.ts'
import type { MirrorOptions } from './mirror-state.ts'

/** What one run of a mirror works with. */
export interface MirrorSession extends MirrorOptions {
  readonly integration: Integration
  readonly place: MirrorPlace
  readonly signal: AbortSignal
  /** How long the hub may be away. */
  readonly patienceMs: number
  /** Requests of releases at the same time. */
  readonly concurrency: number
  readonly onAway: (error: SpindleError) => void
}

/** Repeats work, which must be the same when it is done twice, until the hub answers. */
export const untilAnswered = <T>(session: MirrorSession, work: () => Promise<T>): Promise<T> =>
  retryWhileAway(() => work().catch(throwAsLost), session)

/** A body that ended early is a lost connection, as one that never began. */
function throwAsLost(error: unknown): never {
  if (error instanceof CommandError && error.code === 'connection_failed')
    throw new ConnectionError(error.message, { code: 'connection_failed', cause: error.cause })
  throw error
}

/** The hub sent what cannot be kept; nothing of it was written. */
export const unexpectedAnswer = (what: string): CommandError =>
  new CommandError(`The hub sent ${what}. It was not copied`, {
    code: 'unexpected_answer',
    fix: 'Check the address with `spindle status`, and tell the operator of the hub.',
  })
