import { concurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts'
import { type TenantConcurrency, tenantConcurrency } from '../../platform/database/tenant-concurrency.ts'

/** Each preview that is made costs a process: two at once, and one of the same account, so that all of them get theirs. */
export function previewPlaces(): TenantConcurrency {
  const all = concurrencyLimit(2)
  const shares = tenantConcurrency(1)
  return { run: (owner, work) => shares.run(owner, () => all.run(work)) }
}
