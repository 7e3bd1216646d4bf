import { AppError, limits } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { addDays, dayOf } from '../../../platform/values/calendar.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { PlaysLedger } from '../ledger/plays-ledger.ts'
import { ensureSandboxSeries } from './sandbox-queries.ts'
import { generatePlays } from './synthetic-plays.ts'

export interface SandboxRequest {
  readonly accountId: AccountId
  readonly releaseId: string
  /** How many days up to yesterday; at most as many as raw plays are kept. */
  readonly days: number
  /** The same seed makes the same plays, and making them again adds none. */
  readonly seed: number
}

export interface SandboxOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ledger: PlaysLedger
  readonly retentionDays: number
}

/** The outlet in answers of analytics; as a reporter it has a name that no property can have. */
export const sandboxOutlet = 'sandbox'
const reporter = ':sandbox'

/** Answers how many plays were added. Throws `release_not_found`. */
export async function generateSandboxPlays(options: SandboxOptions, request: SandboxRequest): Promise<number> {
  const { database, clock, ledger, retentionDays } = options
  const { accountId, releaseId, seed } = request
  const tracks = await database.tenantTransaction(accountId, (trx) =>
    ensureSandboxSeries(trx, releaseId, sandboxOutlet),
  )
  if (tracks.length === 0) throw new AppError('release_not_found')
  const yesterday = addDays(dayOf(clock.now()), -1)
  const count = Math.min(request.days, retentionDays)
  const wanted = Array.from({ length: count }, (_, index) => addDays(yesterday, index + 1 - count))
  let added = 0
  for (const day of wanted) {
    const plays = tracks.flatMap((track) => generatePlays(seed, track, day))
    for (let start = 0; start < plays.length; start += limits.maxPlaysPerBatch)
      added += (await ledger.append(reporter, plays.slice(start, start + limits.maxPlaysPerBatch))).accepted
  }
  return added
}
