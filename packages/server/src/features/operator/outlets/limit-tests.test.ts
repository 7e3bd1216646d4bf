import { describe, expect, it } from 'vitest'
import { testLimit } from './limit-tests.ts'

describe('tests of connections', () => {
  it('run four at a time, and a fifth is refused until one has ended', async () => {
    const limited = testLimit()
    const ends: (() => void)[] = []
    const start = () => limited(() => new Promise<void>((resolve) => ends.push(resolve)))
    const running = [start(), start(), start(), start()]
    await expect(start()).rejects.toMatchObject({ code: 'rate_limited' })
    ends[0]?.()
    await running[0]
    running.push(start())
    for (const end of ends) end()
    await expect(Promise.all(running)).resolves.toHaveLength(5)
  })

  it('make room again when they fail', async () => {
    const limited = testLimit()
    for (let failed = 0; failed < 5; failed += 1)
      await expect(limited(() => Promise.reject(new Error('no route')))).rejects.toThrow('no route')
  })
})
