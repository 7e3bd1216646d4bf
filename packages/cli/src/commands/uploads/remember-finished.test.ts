import { memoryUploadCache } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { rememberFinished } from './remember-finished.ts'

describe('keepDone', () => {
  it('remembers what is whole until the command is done, and only that is forgotten', async () => {
    const below = memoryUploadCache()
    const cache = rememberFinished(below)
    await cache.set('one.wav', 'upl_1')
    await cache.set('two.wav', 'upl_2')
    await cache.delete('one.wav')
    expect(await cache.get('one.wav')).toBe('upl_1')
    await cache.forgetFinished()
    expect(await below.get('one.wav')).toBeUndefined()
    expect(await below.get('two.wav')).toBe('upl_2')
  })
})
