import { AppError, type NewParty } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tenant, TenantTransaction, Transaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { keyPartiesJob } from './key-parties.ts'
import { holdParties, listIdsOfParty } from './party-queries.ts'
import type { PartiesById } from './resolve-contributors.ts'
import { bindParties } from './routes.ts'
import { partyService, type TaggedParty } from './service.ts'
import { findSimilarParties, type PartyMatch } from './similar-parties.ts'

export { findCreditFaults } from './check-credit.ts'
export {
  linkContributors,
  type NameLink,
  type PartiesById,
  resolveContributors,
  type WrittenContributor,
} from './resolve-contributors.ts'
export type { PartyMatch } from './similar-parties.ts'

/** A party has changed. The feature `releases` handles it: it renews the drafts that name the party. */
export interface PartyChange {
  readonly accountId: AccountId
  readonly partyId: string
  /** The last release that was renewed; absent at the start. */
  readonly after?: string
}
export const partyChanged = defineJob<PartyChange>('renewDraftsOfParty')

/**
 * An account renews the drafts of one party at a time. The rest has a key of its own, so that a new change, which starts
 * from the beginning, stays.
 */
export const enqueuePartyChange = (jobs: Jobs, trx: Transaction, change: PartyChange): Promise<void> =>
  jobs.enqueue(trx, partyChanged, change, {
    key: `party:${change.partyId}${change.after === undefined ? '' : ':rest'}`,
    queue: `party:${change.accountId}`,
  })

export interface PartiesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
}

/** Parties, which contributors of releases name. */
export interface Parties extends Feature {
  /** The parties that these ids lead to, held until the transaction ends. */
  hold(trx: TenantTransaction, ids: readonly string[]): Promise<PartiesById>
  /** The ids by which releases name the party. Throws `party_not_found`. */
  requireIds(tenant: Tenant, partyId: string): Promise<readonly string[]>
  /** Throws `quota_exceeded` or `validation_failed`. */
  create(trx: TenantTransaction, party: NewParty): Promise<TaggedParty>
  /** Throws `party_not_found`. */
  get(tenant: Tenant, partyId: string): Promise<TaggedParty>
  /** By `nameKey`, the parties that each name may mean. */
  findSimilar(tenant: Tenant, names: readonly string[]): Promise<ReadonlyMap<string, readonly PartyMatch[]>>
}

export function partiesFeature({ database, clock, ids, jobs }: PartiesOptions): Parties {
  const service = partyService({
    clock,
    ids,
    onPartyChanged: (trx, partyId) => enqueuePartyChange(jobs, trx.transaction, { accountId: trx.accountId, partyId }),
  })
  return {
    bind: (http) => bindParties(http, service),
    jobs: [keyPartiesJob(database)],
    create: service.create,
    get: service.get,
    findSimilar: findSimilarParties,
    hold: async (trx, named) => (named.length === 0 ? new Map() : holdParties(trx, named)),
    async requireIds(tenant, partyId) {
      const ids = await listIdsOfParty(tenant, partyId)
      if (ids.length === 0) throw new AppError('party_not_found')
      return ids
    },
  }
}

export const parties = defineFeature({
  name: 'parties',
  needs: ['database', 'clock', 'ids', 'jobs'],
  make: partiesFeature,
})
