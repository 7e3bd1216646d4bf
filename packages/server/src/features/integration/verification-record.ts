import type { Clock } from '../../platform/clock.ts'
import { type FlushTimer, flushTimer } from '../../platform/concurrency/flush-timer.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { dayMs } from '../../platform/values/calendar.ts'
import { addRefusals, countRefusals, findVerified, type Refusals, saveVerified } from './property-queries.ts'

/**
 * When each property was verified last, and how many tokens were refused. Noting costs a verification one entry of a map;
 * it is written every ten seconds, and before it is read.
 */
export interface VerificationRecord extends FlushTimer {
  noteAccepted(property: string): void
  noteRefused(): void
  /** Properties that were never verified are missing. */
  findVerified(properties: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** Of the last seven days. */
  countRefusals(): Promise<Refusals>
}

export interface VerificationRecordOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

const shownDays = 7

export function verificationRecord({ database, clock, log }: VerificationRecordOptions): VerificationRecord {
  let verified = new Map<string, number>()
  let refused = { count: 0, lastMs: 0 }
  const flush = async (): Promise<void> => {
    const [taken, counted] = [verified, refused]
    if (taken.size === 0 && counted.count === 0) return
    verified = new Map()
    refused = { count: 0, lastMs: 0 }
    try {
      await database.transaction(async (trx) => {
        await saveVerified(trx, taken)
        if (counted.count > 0) await addRefusals(trx, counted.count, new Date(counted.lastMs))
      })
    } catch (error) {
      verified = new Map([...taken, ...verified])
      refused = { count: refused.count + counted.count, lastMs: Math.max(refused.lastMs, counted.lastMs) }
      log.warn('integration.verifications_write_failed', { error })
    }
  }
  return {
    ...flushTimer(flush),
    noteAccepted: (property) => void verified.set(property, clock.now()),
    noteRefused() {
      refused.count++
      refused.lastMs = clock.now()
    },
    async findVerified(properties) {
      await flush()
      return findVerified(database.system, properties)
    },
    async countRefusals() {
      await flush()
      return countRefusals(database.system, new Date(clock.now() - shownDays * dayMs))
    },
  }
}
