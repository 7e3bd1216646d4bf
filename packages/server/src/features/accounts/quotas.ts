import { AppError, type CurrentKey } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { type AccountUsage, findUsage, findUsageLocked, quotaNames, type UsageInMove } from './usage-queries.ts'

/** How much one account may have, so that it cannot fill the hub for the others. */
export interface Quotas {
  /**
   * To be called in the transaction that lets the account have so much more, before it does. Throws `quota_exceeded`
   * that names the quota, or `rate_limited` where waiting is enough.
   */
  requireQuota(trx: TenantTransaction, growth: Growth): Promise<void>
  /**
   * The same without the lock that makes it exact: transactions that run at the same time may each still pass. For those
   * that already hold other locks of the account.
   */
  requireQuotaRoughly(sql: Tenant, growth: Growth): Promise<void>
  /** What the account may have, and what it has: for clients that ask before they send much. */
  list(sql: Tenant): Promise<CurrentKey['quotas']>
}

/** What each account may have of everything. */
export type QuotaLimits = AccountUsage

export type Growth = Partial<AccountUsage>

/** What all requests of an account that run at the same time may add, and more: from there on they come one by one. */
const slack: AccountUsage = {
  releases: 1_000,
  documentBytes: 256 * 1024 ** 2,
  openUploads: 200,
  storedBytes: 128 * 1024 ** 3,
  waitingAnalyses: 200,
}

/** While an account moves its catalog in, it may store as much as the operator said. All else is as usual. */
export function accountQuotas(limits: QuotaLimits, clock: Clock): Quotas {
  const usual = () => ({ storedBytes: limits.storedBytes, now: new Date(clock.now()) })
  const crowdedFrom = Object.fromEntries(
    quotaNames.map((name) => [name, limits[name] - slack[name]]),
  ) as unknown as AccountUsage
  return {
    async requireQuota(trx, growth) {
      const used = await findUsageLocked(trx, crowdedFrom, usual())
      // Only a statement after the lock sees what its last holder committed.
      requireWithin(limits, used.isAlone ? await findUsage(trx, usual()) : used, growth)
    },
    async requireQuotaRoughly(sql, growth) {
      requireWithin(limits, await findUsage(sql, usual()), growth)
    },
    async list(sql) {
      const used = await findUsage(sql, usual())
      return (['releases', 'documentBytes', 'storedBytes'] as const).map((name) => ({
        name,
        limit: limitOf(limits, used, name),
        used: Math.max(0, used[name]),
      }))
    },
  }
}

const limitOf = (limits: QuotaLimits, { extraStoredBytes }: UsageInMove, name: keyof AccountUsage): number =>
  name === 'storedBytes' ? limits.storedBytes + extraStoredBytes : limits[name]

function requireWithin(limits: QuotaLimits, used: UsageInMove, growth: Growth): void {
  for (const name of quotaNames) {
    const more = growth[name]
    const limit = limitOf(limits, used, name)
    if (more === undefined || used[name] + more <= limit) continue
    if (name === 'waitingAnalyses') throw tooManyWaiting(used[name])
    const { what, fix } = words[name]
    throw new AppError('quota_exceeded', {
      detail: `The account can have at most ${limit} ${what} and has ${used[name]}. ${fix}`,
      extensions: { quota: name, limit, used: used[name] },
    })
  }
}

const tooManyWaiting = (waiting: number): AppError =>
  new AppError('rate_limited', {
    detail: `${waiting} files of the account are waiting for analysis. Send more files when some are done.`,
    retryAfterSeconds: 30,
  })

const words: Readonly<
  Record<Exclude<keyof AccountUsage, 'waitingAnalyses'>, { readonly what: string; readonly fix: string }>
> = {
  releases: { what: 'releases', fix: 'Delete drafts that you do not need, or ask the operator for a larger quota.' },
  documentBytes: {
    what: 'bytes of metadata in its releases, their revisions, messages to stores and imports',
    fix: 'Delete drafts that you do not need, or ask the operator for a larger quota. Messages of imports are deleted after 30 days.',
  },
  openUploads: { what: 'unfinished uploads', fix: 'Finish or delete unfinished uploads first.' },
  storedBytes: {
    what: 'bytes of uploads and exports',
    fix: 'Delete exports and uploads that no release uses, or ask the operator for a larger quota.',
  },
}
