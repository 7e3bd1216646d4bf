import { describe, expect, it } from 'vitest'
import { batchByIdle } from './batch-by-idle.ts'

/** Yields the given steps: a number is an item, a promise is awaited. */
async function* told(steps: readonly (number | Promise<unknown>)[]): AsyncGenerator<number> {
  for (const step of steps) {
    if (typeof step === 'number') yield step
    else await step
  }
}

async function collect(
  source: AsyncIterable<number>,
  limits: { readonly idleMs: number; readonly longestMs: number },
  onBurst: (burst: readonly number[]) => void = () => {},
): Promise<readonly (readonly number[])[]> {
  const bursts: number[][] = []
  for await (const burst of batchByIdle(source, limits)) {
    const items: number[] = []
    for await (const item of burst) items.push(item)
    bursts.push(items)
    onBurst(items)
  }
  return bursts
}

const patient = { idleMs: 60_000, longestMs: 60_000 }

describe('burstsOf', () => {
  it('keeps together what comes at once, and loses nothing', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index)
    expect(await collect(told(many), patient)).toEqual([many])
    expect(await collect(told([]), patient)).toEqual([])
  })

  it('ends a burst at a silence, before the next item comes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const bursts = await collect(told([1, 2, promise, 3]), { idleMs: 20, longestMs: 60_000 }, () => resolve())
    expect(bursts).toEqual([[1, 2], [3]])
  })

  it('ends a burst that has grown old, although it never gets quiet', async () => {
    expect(await collect(told([1, 2, 3]), { idleMs: 60_000, longestMs: -1 })).toEqual([[1], [2], [3]])
  })

  it('fails as its source fails, also after a silence', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const source = told([1, promise, 2])
    const failed = collect(source, { idleMs: 20, longestMs: 60_000 }, () => reject(new Error('the disk is gone')))
    await expect(failed).rejects.toThrow('the disk is gone')
  })
})
