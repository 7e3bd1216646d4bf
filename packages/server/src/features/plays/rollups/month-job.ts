import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { addDays, dayOf } from '../../../platform/values/calendar.ts'
import { lockLaneOfTenant } from './fold-queries.ts'
import {
  addMonthUp,
  findMonthSpan,
  firstMonth,
  listAccountsWithOpenMonths,
  type MonthSpan,
  saveMonthSpan,
} from './months-queries.ts'
import { addMonths, monthOf } from './split-range.ts'

/**
 * Adds months up once they are over, the last one first and then back to the first play: that is how the months of a
 * hub that knew only days come about as well. Each month is a separate transaction, and answers are right before,
 * between and after.
 */

const addMonthsUp = defineJob<object>('addPlayMonthsUp')

/** Most of what is reported late has come by then; what comes later is counted twice, into its day and its month. */
const daysOfGrace = 3

export interface MonthJobOptions {
  readonly database: Database
  readonly clock: Clock
}

export function monthJob({ database, clock }: MonthJobOptions): JobHandler {
  return jobHandler({
    job: addMonthsUp,
    cron: '23 * * * *',
    lane: 'plays',
    async handle() {
      const last = addMonths(monthOf(addDays(dayOf(clock.now()), -daysOfGrace)), -1)
      for (const accountId of await listAccountsWithOpenMonths(database.system, last))
        while (await database.tenantTransaction(accountId, (trx) => addNextMonth(trx, last)));
    },
  })
}

/** Answers whether another month follows. */
async function addNextMonth(trx: TenantTransaction, last: string): Promise<boolean> {
  await lockLaneOfTenant(trx)
  const next = nextSpan(await findMonthSpan(trx, last), last)
  if (!next) return false
  if (next.month !== undefined) await addMonthUp(trx, next.month)
  await saveMonthSpan(trx, next)
  return true
}

/** The span one month longer; a month without a number costs nothing. */
function nextSpan(
  { first, last, oldest }: MonthSpan,
  wanted: string,
): { readonly first: string; readonly last: string; readonly month?: string } | undefined {
  if (last < wanted) return { first, last: addMonths(last, 1), month: addMonths(last, 1) }
  if (first === firstMonth) return undefined
  if (oldest === null || oldest >= first) return { first: firstMonth, last }
  return { first: addMonths(first, -1), last, month: addMonths(first, -1) }
}
