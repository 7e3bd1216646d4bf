import { AppError, type CurrentKey } from '@spindle/contract'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { type AccountUsage, findUsage, findUsageLocked, noUsage, quotaNames } from './usage-queries.ts'

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

export function accountQuotas(limits: QuotaLimits): Quotas {
  const crowdedFrom = Object.fromEntries(
    quotaNames.map((name) => [name, limits[name] - slack[name]]),
  ) as unknown as AccountUsage
  return {
    async requireQuota(trx, growth) {
      const used = await findUsageLocked(trx, crowdedFrom)
      // Only a statement after the lock sees what its last holder committed.
      requireWithin(limits, used.isAlone ? ((await findUsage(trx)) ?? noUsage) : used, growth)
    },
    async requireQuotaRoughly(sql, growth) {
      requireWithin(limits, (await findUsage(sql)) ?? noUsage, growth)
    },
    async list(sql) {
      const used = (await findUsage(sql)) ?? noUsage
      return (['releases', 'documentBytes', 'storedBytes'] as const).map((name) => ({
        name,
        limit: limits[name],
        used: Math.max(0, used[name]),
      }))
    },
  }
}

function requireWithin(limits: QuotaLimits, used: AccountUsage, growth: Growth): void {
  for (const name of quotaNames) {
    const more = growth[name]
    if (more === undefined || used[name] + more <= limits[name]) continue
    if (name === 'waitingAnalyses') throw tooManyWaiting(used[name])
    const { what, fix } = words[name]
    throw new AppError('quota_exceeded', {
      detail: `The account can have at most ${limits[name]} ${what} and has ${used[name]}. ${fix}`,
      extensions: { quota: name, limit: limits[name], used: used[name] },
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
