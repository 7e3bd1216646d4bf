/**
 * Back pressure for live updates: something that changes many times in a second is refreshed at once, and then again
 * at most every few seconds. The next refresh begins only after the one before has ended and the page is visible.
 */

export interface PacedOptions<Key> {
  readonly refresh: (key: Key) => Promise<unknown>
  /** Ends the waiting: nothing is refreshed afterwards. */
  readonly signal: AbortSignal
  readonly gatherMs?: number
  readonly restMs?: number
}

/** An album that goes live causes many events in a moment: each list is requested once. */
const gatherMs = 60
/** Between two refreshes of the same data. */
const restMs = 3_000

/** Returns a function that asks for a refresh of what a key names. */
export function paced<Key>(options: PacedOptions<Key>): (key: Key) => void {
  const { refresh, signal } = options
  /** By key, as long as it gathers, refreshes or rests: whether it changed again. */
  const turns = new Map<string, { isDue: boolean }>()
  const takeTurns = async (key: Key, turn: { isDue: boolean }): Promise<void> => {
    await pause(options.gatherMs ?? gatherMs, signal)
    do {
      await untilVisible(signal)
      turn.isDue = false
      if (signal.aborted) return
      await refresh(key)
      await pause(options.restMs ?? restMs, signal)
    } while (turn.isDue)
  }
  return (key) => {
    const name = JSON.stringify(key)
    const known = turns.get(name)
    if (known) {
      known.isDue = true
      return
    }
    const turn = { isDue: false }
    turns.set(name, turn)
    void takeTurns(key, turn).finally(() => turns.delete(name))
  }
}

/** Resolves after a time, or when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', end)
  })

const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const see = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return
      document.removeEventListener('visibilitychange', see)
      signal.removeEventListener('abort', see)
      resolve()
    }
    document.addEventListener('visibilitychange', see)
    signal.addEventListener('abort', see)
    see()
  })
