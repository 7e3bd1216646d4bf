import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { findUnkeyed, type UnkeyedParty } from './party-key-queries.ts'
import { lockParties, saveParty } from './party-queries.ts'

/** Writes the keys of names of parties that an earlier version wrote. Until then, no name leads to these parties. */

const keyJob = defineJob<Record<string, never>>('keyParties')
/** Half of the time until the next run. */
const budgetMs = 30_000

export const keyPartiesJob = (database: Database): JobHandler =>
  jobHandler({ job: keyJob, cron: '* * * * *', lane: 'upkeep', handle: () => keyParties(database) })

export const keyParties = (database: Database): Promise<void> =>
  workThrough<UnkeyedParty>({
    budgetMs,
    list: (after) => findUnkeyed(database, after),
    handle: ({ accountId, partyId }) =>
      database.tenantTransaction(accountId, async (trx) => {
        for (const party of await lockParties(trx, [partyId])) await saveParty(trx, party)
      }),
  })
