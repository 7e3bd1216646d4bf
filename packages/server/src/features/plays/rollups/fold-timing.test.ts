import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FoldTiming, foldTiming } from './fold-timing.ts'

describe('when plays are folded', () => {
  let timing: FoldTiming
  let foldedAt: number[]
  const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  beforeEach(() => {
    vi.useFakeTimers()
    const startMs = performance.now()
    foldedAt = []
    timing = foldTiming(() => foldedAt.push(performance.now() - startMs), {
      pauseMs: 100,
      apartMs: 250,
      latestMs: 1_000,
    })
  })
  afterEach(() => void vi.useRealTimers())

  it('is after the last report of a burst, once', async () => {
    for (let report = 0; report < 5; report++) {
      timing.soon()
      await passed(50)
    }
    await passed(5_000)
    expect(foldedAt).toEqual([300])
  })

  it('is a second after the first play of a flood that does not pause', async () => {
    for (let report = 0; report < 45; report++) {
      timing.soon()
      await passed(50)
    }
    expect(foldedAt).toEqual([1_000, 2_000])
  })

  it('is not while a report is under way, however it ends, unless that takes too long', async () => {
    const { promise, reject } = Promise.withResolvers<number>()
    const report = timing.during(() => promise).catch((error: Error) => error.message)
    timing.soon()
    await passed(300)
    expect(foldedAt).toEqual([])
    reject(new Error('the database is away'))
    expect(await report).toBe('the database is away')
    await passed(200)
    expect(foldedAt).toEqual([400])

    const endless = new Promise<never>(() => {})
    void timing.during(() => endless)
    timing.soon()
    await passed(3_000)
    expect(foldedAt).toEqual([400, 1_500])
  })

  it('is some time after the last one, so that reports that come one by one are folded together', async () => {
    for (let report = 0; report < 3; report++) {
      timing.soon()
      await passed(110)
    }
    await passed(5_000)
    expect(foldedAt).toEqual([100, 350])
  })

  it('is never without plays, and not after the end', async () => {
    expect(await timing.during(async () => 7)).toBe(7)
    await passed(5_000)
    timing.soon()
    timing.close()
    await passed(5_000)
    expect(foldedAt).toEqual([])
  })
})
