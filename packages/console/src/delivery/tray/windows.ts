import { readStored, save } from '../../data/settings/storage.ts'

/**
 * What windows of this browser share by Web Locks: which are open, and facts in the name of a lock.
 * A window that gets a lock sees at once what was shared before its release; what is stored reaches other windows a
 * little later. Pages without encryption have no Web Locks: there every window works alone.
 */

const locks = (globalThis.navigator as { readonly locks?: LockManager } | undefined)?.locks

/** Names this window as long as its page is loaded. */
export const thisWindow: string = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/** Names this browser, as long as its storage is kept: by the first window that needed a name. */
export const thisBrowser: string = nameBrowser()

function nameBrowser(): string {
  const key = 'spindle:browser'
  const known = readStored(key)
  if (known === undefined) save(key, thisWindow)
  return known ?? thisWindow
}

const lockOf = (window: string): string => `spindle-window|${window}`

void locks?.request(lockOf(thisWindow), () => new Promise(() => {}))

/** Calls when a window is gone: closed, loaded again, or killed. At once if that cannot be detected. */
export function whenWindowEnds(window: string, signal: AbortSignal, onEnded: () => void): void {
  if (!locks) onEnded()
  else locks.request(lockOf(window), { signal }, onEnded).catch(() => {})
}

/** Shares a fact with every window; resolves, once it can be found, with a function that withdraws it. */
export function tellFact(fact: string): Promise<() => void> {
  return new Promise((resolve) => {
    if (!locks) return resolve(() => {})
    void locks.request(factOf(fact), { mode: 'shared' }, () => new Promise<void>((end) => resolve(end)))
    return undefined
  })
}

const factOf = (fact: string): string => `spindle-fact|${fact}`

/** The rest of a fact that some window shares, after the given beginning. */
export async function findFact(beginning: string): Promise<string | undefined> {
  const prefix = factOf(beginning)
  const { held = [] } = (await locks?.query()) ?? {}
  return held.find(({ name }) => name?.startsWith(prefix))?.name?.slice(prefix.length)
}
