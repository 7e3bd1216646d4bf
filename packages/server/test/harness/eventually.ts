import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until the answer is neither undefined nor `false`, or throws after `timeoutMs`: tests wait for a condition,
 * never for a time.
 */
export async function eventually<T>(
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  {
    what,
    timeoutMs = 120_000,
    intervalMs = 20,
  }: { readonly what: string; readonly timeoutMs?: number; readonly intervalMs?: number },
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await ask()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await sleep(intervalMs)
  }
}
