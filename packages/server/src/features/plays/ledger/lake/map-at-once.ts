import { concurrencyLimit } from '../../../../platform/concurrency/concurrency-limit.ts'

const places = 8

/**
 * Does the work for each, some at a time, and answers in their order. Rejects with the first failure, once all have
 * ended: nothing still works in a folder that is removed.
 */
export async function mapAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = concurrencyLimit(places)
  const results = await Promise.allSettled(items.map((item) => limit.run(() => work(item))))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
