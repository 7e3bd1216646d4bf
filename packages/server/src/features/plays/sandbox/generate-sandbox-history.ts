import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { addDays, dayMs, dayOf } from '../../../platform/values/calendar.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { sandboxOutlet } from './generate-sandbox-plays.ts'
import { ensureSandboxSeries, insertDeltas } from './sandbox-queries.ts'
import { generateHistory } from './synthetic-history.ts'

export interface HistoryRequest {
  readonly accountId: AccountId
  readonly releaseId: string
  /** The first day (`YYYY-MM-DD`); the last one is yesterday. */
  readonly from: string
  readonly seed: number
}

export interface HistoryOptions {
  readonly database: Database
  readonly clock: Clock
  onStored(): void
}

/**
 * A past that is longer than raw plays are kept: counted by day from the beginning, so that a year costs no more than a
 * few thousand rows. Asking again adds it again. Answers the number of plays. Throws `release_not_found`.
 */
export async function generateSandboxHistory(options: HistoryOptions, request: HistoryRequest): Promise<number> {
  const { database, clock, onStored } = options
  const { accountId, releaseId, from, seed } = request
  const yesterday = addDays(dayOf(clock.now()), -1)
  const days = Math.max(0, Math.round((Date.parse(yesterday) - Date.parse(from)) / dayMs) + 1)
  return database.tenantTransaction(accountId, async (trx) => {
    const tracks = await ensureSandboxSeries(trx, releaseId, sandboxOutlet)
    if (tracks.length === 0) throw new AppError('release_not_found')
    const rows = tracks.flatMap((track) => generateHistory({ seed, track, from, days }))
    await insertDeltas(trx, rows)
    trx.afterCommit(onStored)
    return rows.reduce((sum, { streams }) => sum + streams, 0)
  })
}
