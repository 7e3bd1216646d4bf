import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultUploadCache, localUploadCache, type TextStorage } from './local-upload-cache.ts'

function storageOf(entries: Map<string, string>): TextStorage {
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

describe('the cache of a page', () => {
  it('is found again by the next load, under its own names', async () => {
    const entries = new Map([['theirs', 'value']])
    await localUploadCache(storageOf(entries)).set('https://hub.example|abc', 'upl_1')
    const next = localUploadCache(storageOf(entries))
    expect(await next.get('https://hub.example|abc')).toBe('upl_1')
    expect(await next.get('theirs')).toBeUndefined()
    expect([...entries.keys()]).toEqual(['theirs', 'spindle-upload|https://hub.example|abc'])
    await next.delete('https://hub.example|abc')
    expect([...entries.keys()]).toEqual(['theirs'])
  })

  it('that is full loses what it cannot keep, and nothing else', async () => {
    const full = storageOf(new Map())
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const cache = localUploadCache(full)
    await cache.set('a', 'upl_1')
    expect(await cache.get('a')).toBeUndefined()
  })
})

describe('without a given cache', () => {
  afterEach(() => vi.unstubAllGlobals())
  const entries = new Map<string, string>()
  const asPage = (localStorage: PropertyDescriptor): void => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    vi.stubGlobal('localStorage', undefined)
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...localStorage })
  }

  it('a page uses its localStorage', async () => {
    asPage({ value: storageOf(entries) })
    await defaultUploadCache().set('a', 'upl_1')
    expect(entries.get('spindle-upload|a')).toBe('upl_1')
  })

  it('without permission to store, or outside of a page, keeps uploads in memory', async () => {
    asPage({
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const blocked = defaultUploadCache()
    await blocked.set('a', 'upl_2')
    expect(await blocked.get('a')).toBe('upl_2')
    asPage({ value: undefined })
    const absent = defaultUploadCache()
    await absent.set('b', 'upl_3')
    expect(await absent.get('b')).toBe('upl_3')
    vi.unstubAllGlobals()
    const server = defaultUploadCache()
    await server.set('c', 'upl_4')
    expect(await server.get('c')).toBe('upl_4')
    expect([...entries.values()]).not.toContain('upl_4')
  })
})
