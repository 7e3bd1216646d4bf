import { describe, expect, it } from 'vitest'
import { lookupCache } from './lookup-cache.ts'

function setUp(maxEntries = 100) {
  const time = { nowMs: 1_000 }
  const cache = lookupCache<string | null>({ clock: { now: () => time.nowMs }, ttlMs: 5_000, maxEntries })
  const loads: string[] = []
  const get = (key: string, value: string | null = key) =>
    cache.get(key, async () => {
      loads.push(key)
      return value
    })
  return { cache, time, loads, get }
}

describe('lookupCache', () => {
  it('looks up once per time to live, for hits and misses', async () => {
    const { time, loads, get } = setUp()
    await get('a')
    await get('b', null)
    time.nowMs += 4_999
    expect(await get('a', 'newer')).toBe('a')
    expect(await get('b', 'newer')).toBeNull()
    time.nowMs += 1
    expect(await get('a', 'newer')).toBe('newer')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('shares one look-up among those who ask meanwhile', async () => {
    const { loads, get } = setUp()
    await Promise.all([get('a'), get('a'), get('a')])
    expect(loads).toEqual(['a'])
  })

  it('serves nothing that was being read when it was dropped', async () => {
    const { cache } = setUp()
    const { promise: old, resolve } = Promise.withResolvers<string>()
    const before = cache.get('a', () => old)
    cache.drop('a')
    const after = cache.get('a', async () => 'new')
    resolve('old')
    expect(await before).toBe('old')
    expect(await after).toBe('new')
    expect(await cache.get('a', async () => 'newest')).toBe('new')
  })

  it('drops everything together', async () => {
    const { cache, loads, get } = setUp()
    await get('a')
    await get('b')
    cache.dropAll()
    await get('a')
    await get('b')
    expect(loads).toEqual(['a', 'b', 'a', 'b'])
  })

  it('does not remember failures', async () => {
    const { cache } = setUp()
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await cache.get('a', async () => 'up')).toBe('up')
  })

  it('holds no more than it may, dropping the oldest', async () => {
    const { loads, get } = setUp(2)
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key)
    expect(loads).toEqual(['a', 'b', 'c', 'a'])
  })
})
