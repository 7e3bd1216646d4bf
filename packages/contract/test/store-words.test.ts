import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'

/** Outlets are stored with these words. */
const stored = {
  ernVersions: ['4.3.2', '4.3.1', '4.3', '3.8.3', '3.8.2'],
  ernProfiles: ['Audio', 'SimpleAudioSingle'],
  takedownStyles: ['no_deal', 'end_date', 'purge'],
  choreographies: ['batch', 'release_by_release'],
  manifestHashes: ['none', 'MD5', 'SHA-256'],
  writeFilesWords: ['renamed', 'in_place'],
  resendFilesWords: ['until_acknowledged', 'until_sent', 'always'],
  liveOnWords: ['ack', 'manual', 'never'],
  masterContainers: ['wav', 'aiff', 'flac', 'mp3'],
  outletProfiles: ['generic', 'spotify', 'youtube', 'meta', 'massivemusic'],
} as const

describe('the words of outlets', () => {
  it.each(Object.entries(stored))('%s holds these words in this order', (name, words) => {
    expect(contract).toHaveProperty([name], words)
  })
})

describe('what stores publish', () => {
  it.each<[contract.OutletProfile, readonly string[], string, number]>([
    ['generic', ['4.3.2', '4.3.1', '4.3', '3.8.3', '3.8.2'], 'no_deal', 1],
    ['spotify', ['4.3.2', '4.3.1', '4.3'], 'no_deal', 1],
    ['youtube', ['4.3'], 'end_date', 2],
    ['meta', ['3.8.3'], 'no_deal', 1],
    ['massivemusic', ['3.8.2'], 'no_deal', 1],
  ])('%s gets versions, takedowns and recipients as it says', (profile, versions, takedownStyle, leastRecipients) => {
    expect(contract.storeProfiles[profile]).toMatchObject({ versions, takedownStyle, leastRecipients })
  })

  it('is sent files again until it answers, or until they were sent if it never does', () => {
    expect(contract.usualResendFiles({ acknowledges: true })).toBe('until_acknowledged')
    expect(contract.usualResendFiles({ acknowledges: false })).toBe('until_sent')
  })
})

describe('what a store gets where nothing else is asked for', () => {
  it('is what commands and the console fill in', () => {
    expect(contract.usualStore).toEqual({
      profile: 'Audio',
      avsVersion: '9',
      choreography: 'batch',
      manifestHash: 'SHA-256',
      liveOn: 'manual',
      writeFiles: 'renamed',
      askEverySeconds: 30,
    })
  })

  it.each<[contract.OutletProfile, string | undefined, string | undefined]>([
    ['generic', undefined, undefined],
    ['spotify', 'Spotify', '4.3 and later'],
    ['youtube', 'YouTube', '3.4 to 3.8 and 4.3'],
    ['meta', 'Meta', '3.8.3 and 4.2'],
    ['massivemusic', 'MassiveMusic', '3.8.2'],
  ])('%s is named with the versions that it publishes', (profile, store, published) => {
    const { store: named, published: versions } = contract.storeProfiles[profile]
    expect([named, versions]).toEqual([store, published])
  })
})
