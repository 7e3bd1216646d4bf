import { vi } from 'vitest'

/**
 * Installs fake timers and counts the running ones that a source file has set. Test files share a worker, so
 * `vi.getTimerCount()` also counts the timers of a hub that another file has started.
 */
export function fakeTimersOf(sourceFile: string): { running(): number; restore(): void } {
  vi.useFakeTimers()
  const running = new Set<unknown>()
  const { setTimeout, clearTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: (...args: unknown[]) => void,
    ms?: number,
    ...args: unknown[]
  ) => {
    const timer = setTimeout(() => {
      running.delete(timer)
      work(...args)
    }, ms)
    if (new Error().stack?.includes(`/${sourceFile}:`)) running.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer)
    clearTimeout(timer)
  })
  return {
    running: () => running.size,
    restore() {
      vi.restoreAllMocks()
      vi.useRealTimers()
    },
  }
}
