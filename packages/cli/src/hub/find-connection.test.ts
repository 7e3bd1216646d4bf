import { describe, expect, it } from 'vitest'
import { findConnection } from './find-connection.ts'
import type { Profiles } from './profile-file.ts'

const storeOf = (profiles: Profiles['profiles']) => ({
  path: 'profiles.json',
  read: async () => ({ current: 'default', profiles }),
  write: async () => {},
})
const hub = 'https://hub.example'
const stored = storeOf({ default: { baseUrl: hub, apiKey: 'stored' } })

describe('findConnection', () => {
  it('keeps a key of the environment from another hub than the one the environment names', async () => {
    const environment = { SPINDLE_URL: hub, SPINDLE_API_KEY: 'key' }
    const other = await findConnection(storeOf({}), environment, { hub: 'https://other.example', cwd: '/' })
    expect(other.credentials).toEqual({})
    const same = await findConnection(storeOf({}), environment, { hub: `${hub}/`, cwd: '/' })
    expect(same.credentials).toEqual({ apiKey: 'key' })
    const unnamed = await findConnection(
      storeOf({}),
      { SPINDLE_API_KEY: 'key' },
      { hub: 'https://other.example', cwd: '/' },
    )
    expect(unnamed.credentials).toEqual({ apiKey: 'key' })
  })

  it('keeps a stored key from every other origin', async () => {
    for (const other of ['http://hub.example', 'https://hub.example:8443', 'https://hub.example.evil.example'])
      expect((await findConnection(stored, {}, { hub: other, cwd: '/' })).credentials).toEqual({})
    expect((await findConnection(stored, {}, { hub: 'https://HUB.example:443', cwd: '/' })).credentials).toEqual({
      apiKey: 'stored',
    })
  })

  it.each(['__proto__', 'constructor', 'toString'])('has no profile %s unless it was created', async (profile) => {
    await expect(findConnection(stored, {}, { profile, cwd: '/' })).rejects.toThrow(`Unknown profile "${profile}"`)
  })

  it.each(['https://user:the-secret@hub.example', 'user:the-secret@hub.example'])(
    'refuses a credential in the address, and does not repeat it: %s',
    async (address) => {
      const error = await findConnection(storeOf({}), {}, { hub: address, cwd: '/' }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'usage' })
      expect(String(error)).not.toContain('the-secret')
    },
  )
})
