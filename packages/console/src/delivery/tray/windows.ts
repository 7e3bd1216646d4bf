import { readStored, store } from '../../data/settings/storage.ts'

/**
 * What windows of this browser tell each other by Web Locks: who is there, and facts that stand in the name of a lock.
 * Whoever gets a lock sees at once what was told before it was let go; what is stored reaches other windows a little
 * later. Pages without encryption have no Web Locks: there every window goes on by itself.
 */

const locks = (globalThis.navigator as { readonly locks?: LockManager } | undefined)?.locks

/** Names this window as long as its page is loaded. */
export const thisWindow: string = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/** Names this browser, as long as it remembers anything: by the first window that asked. */
export const thisBrowser: string = nameBrowser()

function nameBrowser(): string {
  const key = 'spindle:browser'
  const known = readStored(key)
  if (known === undefined) store(key, thisWindow)
  return known ?? thisWindow
}

const lockOf = (window: string): string => `spindle-window|${window}`

void locks?.request(lockOf(thisWindow), () => new Promise(() => {}))

/** Calls when a window is gone: closed, loaded again, or killed. At once where nobody could tell. */
export function whenWindowEnds(window: string, signal: AbortSignal, onEnded: () => void): void {
  if (!locks) onEnded()
  else locks.request(lockOf(window), { signal }, onEnded).catch(() => {})
}

/** Tells every window of a fact; answers, once it can be found, how to take it back. */
export function tellFact(fact: string): Promise<() => void> {
  return new Promise((resolve) => {
    if (!locks) return resolve(() => {})
    void locks.request(factOf(fact), { mode: 'shared' }, () => new Promise<void>((end) => resolve(end)))
    return undefined
  })
}

const factOf = (fact: string): string => `spindle-fact|${fact}`

/** What stands behind the beginning of a fact that some window tells. */
export async function findFact(beginning: string): Promise<string | undefined> {
  const prefix = factOf(beginning)
  const { held = [] } = (await locks?.query()) ?? {}
  return held.find(({ name }) => name?.startsWith(prefix))?.name?.slice(prefix.length)
}
