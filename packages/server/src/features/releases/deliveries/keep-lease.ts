/**
 * A process that calls an outlet for minutes renews its lease. So a delivery of a crashed process is resumed soon, and
 * one that still runs never has a second process.
 */

/** No other process takes the delivery for this long. */
export const leaseMs = 30_000

/**
 * `lost` is aborted if another process has the delivery, or its target has changed. `renew` returns whether this
 * process still has it.
 */
export async function underLease<T>(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
  patienceMs = leaseMs,
): Promise<T> {
  const lost = new AbortController()
  let renewedMs = performance.now()
  const turn = async (): Promise<void> => {
    const askedMs = performance.now()
    try {
      if (await renew()) renewedMs = askedMs
      else lost.abort()
    } catch {
      // The database may be available again before the lease is over.
      if (performance.now() - renewedMs > patienceMs) lost.abort()
    }
  }
  const timer = setInterval(() => void turn(), patienceMs / 3)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}
