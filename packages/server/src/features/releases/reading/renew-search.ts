import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { countNames } from '../content/count-names.ts'
import { searchDocument } from '../model/search-document.ts'
import { lockRelease, saveSearch } from '../release-queries.ts'
import { findOutdatedSearch, type OutdatedSearch, removeSearch } from './renew-search-queries.ts'

/**
 * Reads releases again whose words an earlier version wrote, each in its own short transaction. Until then they are found
 * by the earlier words, and the names that they credit are not suggested as parties. Without such releases, a run reads one page of an empty index.
 */

interface Options {
  readonly database: Database
  readonly log: Log
}

const renewJob = defineJob<Record<string, never>>('renewSearch')
/** Half of the time until the next run. */
const budgetMs = 30_000

export const renewSearchJob = (options: Options): JobHandler =>
  jobHandler({ job: renewJob, cron: '* * * * *', lane: 'upkeep', handle: () => renewSearch(options) })

export const renewSearch = ({ database, log }: Options): Promise<void> =>
  workThrough<OutdatedSearch>({
    budgetMs,
    list: (after) => findOutdatedSearch(database, after),
    handle: (outdated) =>
      renew(database, outdated).catch((error: unknown) =>
        log.warn('releases.search_not_renewed', { releaseId: outdated.releaseId, error }),
      ),
  })

const renew = (database: Database, { accountId, releaseId }: OutdatedSearch): Promise<void> =>
  database.tenantTransaction(accountId, async (trx) => {
    const release = await lockRelease(trx, releaseId)
    if (release === undefined) return removeSearch(trx, releaseId)
    const { document, tracks } = release
    const search = searchDocument(accountId, { releaseId, document, tracks })
    await saveSearch(trx, releaseId, { search, names: countNames(document, tracks) })
  })
