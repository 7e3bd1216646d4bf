import { memoryUploadStore } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { rememberFinished } from './remember-finished.ts'

describe('keepDone', () => {
  it('remembers what is whole until the command is done, and only that is forgotten', async () => {
    const below = memoryUploadStore()
    const store = rememberFinished(below)
    await store.set('one.wav', 'upl_1')
    await store.set('two.wav', 'upl_2')
    await store.delete('one.wav')
    expect(await store.get('one.wav')).toBe('upl_1')
    await store.forgetFinished()
    expect(await below.get('one.wav')).toBeUndefined()
    expect(await below.get('two.wav')).toBe('upl_2')
  })
})
