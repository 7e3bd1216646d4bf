import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { holdParties } from './party-queries.ts'
import type { PartiesById } from './resolve-contributors.ts'
import { bindParties } from './routes.ts'
import { partyService } from './service.ts'

export { type PartiesById, resolveContributors, type WrittenContributor } from './resolve-contributors.ts'

/** Something that drafts take values from has changed. The feature `releases` handles it: it writes the drafts. */
export interface RosterChange {
  readonly accountId: AccountId
  readonly partyId: string
}
export const rosterChanged = defineJob<RosterChange>('renewDraftsOfRoster')

export interface PartiesOptions {
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
}

/** Parties, which contributors of releases name. */
export interface Parties extends Feature {
  /** The parties with these ids, held until the transaction ends. */
  hold(trx: TenantTransaction, ids: readonly string[]): Promise<PartiesById>
}

export function partiesFeature({ clock, ids, jobs }: PartiesOptions): Parties {
  const service = partyService({
    clock,
    ids,
    onPartyChanged: (trx, partyId) =>
      // In one queue: an account that changes many parties keeps one worker busy, not all of them.
      jobs.enqueue(
        trx.transaction,
        rosterChanged,
        { accountId: trx.accountId, partyId },
        { key: `roster:${partyId}`, queue: `roster:${trx.accountId}` },
      ),
  })
  return {
    bind: (http) => bindParties(http, service),
    async hold(trx, named) {
      if (named.length === 0) return new Map()
      return new Map((await holdParties(trx, named)).map((party) => [party.id, party]))
    },
  }
}

export const parties = defineFeature({ name: 'parties', needs: ['clock', 'ids', 'jobs'], make: partiesFeature })
