import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paced } from './paced.ts'

/** Just what `paced` reads of a window. */
function fakeDocument() {
  const target = new EventTarget()
  const shown = Object.assign(target, { visibilityState: 'visible' as DocumentVisibilityState })
  vi.stubGlobal('document', shown)
  return {
    turn(visibility: DocumentVisibilityState) {
      shown.visibilityState = visibility
      shown.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

function start({ takesMs = 0 } = {}) {
  const window = fakeDocument()
  const gone = new AbortController()
  const begun = Date.now()
  const refreshed: string[] = []
  const ask = paced<string>({
    signal: gone.signal,
    refresh: async (key) => {
      refreshed.push(`${key} at ${Date.now() - begun}`)
      if (takesMs > 0) await new Promise((done) => setTimeout(done, takesMs))
    },
  })
  return { window, gone, refreshed, ask }
}

describe('paced', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('refreshes at once, and then at most every three seconds while changes continue', async () => {
    const { refreshed, ask } = start()
    for (let change = 0; change < 100; change++) {
      ask('list')
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refreshed).toEqual(['list at 60', 'list at 3060', 'list at 6060', 'list at 9060', 'list at 12060'])
  })

  it('refreshes what changes again after a rest at once', async () => {
    const { refreshed, ask } = start()
    ask('list')
    await vi.advanceTimersByTimeAsync(10_000)
    ask('list')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refreshed).toEqual(['list at 60', 'list at 10060'])
  })

  it('does not begin a refresh before the one before has ended', async () => {
    const { refreshed, ask } = start({ takesMs: 20_000 })
    ask('list')
    await vi.advanceTimersByTimeAsync(1_000)
    ask('list')
    await vi.advanceTimersByTimeAsync(100_000)
    expect(refreshed).toEqual(['list at 60', 'list at 23060'])
  })

  it('keeps the pace of each key', async () => {
    const { refreshed, ask } = start()
    ask('list')
    await vi.advanceTimersByTimeAsync(1_000)
    ask('summary')
    ask('list')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refreshed).toEqual(['list at 60', 'summary at 1060', 'list at 3060'])
  })

  it('refreshes nothing in a hidden window, and once when it is visible again', async () => {
    const { window, refreshed, ask } = start()
    window.turn('hidden')
    for (let change = 0; change < 50; change++) {
      ask('list')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(refreshed).toEqual([])
    window.turn('visible')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refreshed).toEqual(['list at 50000'])
  })

  it('refreshes nothing after the signal', async () => {
    const { gone, refreshed, ask } = start()
    ask('list')
    gone.abort()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refreshed).toEqual([])
  })
})
