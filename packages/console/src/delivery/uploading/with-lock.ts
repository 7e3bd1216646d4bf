/**
 * One at a time across all windows of this browser. Pages without encryption have no Web Locks: there every window
 * works alone, and the hub refuses a second writer.
 */
export async function withLock<Result>(
  name: string,
  { signal, onBusy }: { readonly signal?: AbortSignal; readonly onBusy?: () => void },
  work: () => Promise<Result>,
): Promise<Result> {
  const locks = (navigator as { readonly locks?: LockManager }).locks
  if (!locks) return work()
  const taken = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work() } : undefined,
  )
  if (taken) return taken.result
  onBusy?.()
  return locks.request(name, { ...(signal && { signal }) }, work)
}
