import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { nameKey } from '../../../platform/values/name-key.ts'
import { linkParty } from '../content/resolve-parties.ts'
import { type RenewOptions, writeRenewed } from '../drafts/renew-draft.ts'
import { type ChangeRelease, systemActor } from '../status/change-release.ts'
import { listDraftsOfName } from './suggestion-queries.ts'

/** Drafts name the party that a name of them was accepted as. What was submitted, and changes of it, keep the name. */

interface AcceptedName {
  readonly accountId: AccountId
  readonly key: string
  readonly partyId: string
  /** The last draft that was changed; absent at the start. */
  readonly after?: string
}
const nameAccepted = defineJob<AcceptedName>('linkDraftsOfName')

/** An account changes the drafts of one name at a time. A name that is accepted again starts from the beginning. */
const enqueue = (jobs: Jobs, trx: TenantTransaction, name: AcceptedName): Promise<void> =>
  jobs.enqueue(trx.transaction, nameAccepted, name, {
    key: `name:${name.accountId}:${name.key}${name.after === undefined ? '' : ':rest'}`,
    queue: `party:${name.accountId}`,
  })

export const enqueueAcceptedName = (
  jobs: Jobs,
  trx: TenantTransaction,
  accepted: Pick<AcceptedName, 'key' | 'partyId'>,
): Promise<void> => enqueue(jobs, trx, { accountId: trx.accountId, ...accepted })

/** A turn ends after this many drafts: other accounts wait for their turn. */
const draftsPerTurn = 20

export interface LinkJobOptions extends RenewOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly change: ChangeRelease
}

/** Each draft in its own transaction, a few in a turn. */
export const linkDraftsJob = ({ database, jobs, change, ...options }: LinkJobOptions): JobHandler =>
  jobHandler({
    job: nameAccepted,
    lane: 'bulk',
    async handle({ accountId, key, partyId, after = '' }) {
      const drafts = await listDraftsOfName(database.tenant(accountId), { key, partyId, after, limit: draftsPerTurn })
      const link = { isNamed: (name: string) => nameKey(name) === key, partyId: partyId as `pty_${string}` }
      for (const releaseId of drafts)
        await database.tenantTransaction(accountId, (trx) =>
          change({ trx, actor: systemActor }, releaseId, async (begun, release) => {
            if (release.status !== 'draft' && release.status !== 'changes_requested') return
            await writeRenewed(options, begun, {
              release,
              renewed: await linkParty(options.parties, trx, release, link),
            })
          }),
        )
      const last = drafts.at(-1)
      if (last !== undefined && drafts.length === draftsPerTurn)
        await database.tenantTransaction(accountId, (trx) =>
          enqueue(jobs, trx, { accountId, key, partyId, after: last }),
        )
    },
  })
