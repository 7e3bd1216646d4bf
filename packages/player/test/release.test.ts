import type { PlayableRelease } from '@spindle/contract'
import { PlayEvent } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { CountedPlay, PlayerRelease } from '../src/index.ts'
import { audioAddressOf, coverAddressOf, fullTitleOf, parseRelease } from '../src/release/release.ts'
import { sampleRelease, sampleTrack } from './harness/releases.ts'

describe('the interface of the hub', () => {
  it('has what the player reads of a release', () => {
    expectTypeOf<PlayableRelease>().toExtend<PlayerRelease>()
  })

  it('takes the plays that the player counts', () => {
    const play: CountedPlay = {
      ...{ id: '5f1f1f3a7d104a569a0e5f1f1f3a7d10', trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
      ...{ at: '2026-05-01T08:00:00.000Z', playedMs: 31_000, source: 'album', model: 'free' },
    }
    expect(checkValue(PlayEvent, play)).toEqual([])
  })
})

describe('a release', () => {
  it.each([
    [undefined, 'The release has no id. Fix: pass on the answer of the hub.'],
    [null, 'The release has no id. Fix: pass on the answer of the hub.'],
    [{ error: 'release_not_found' }, 'The release has no id. Fix: pass on the answer of the hub.'],
    [{ id: 'rel_1' }, 'The release has no tracks. Fix: pass on the answer of the hub.'],
  ])('%j is refused', (value, message) => {
    expect(() => parseRelease(value)).toThrow(message)
  })

  it('is read without tracks that have no address', () => {
    const read = parseRelease({
      ...sampleRelease(),
      tracks: [sampleTrack(1), { trackId: 'trk_2', title: 'Bare' }, null],
    })
    expect(read.tracks.map(({ trackId }) => trackId)).toEqual(['trk_1'])
  })

  it('plays the MP3, and the master where there is none', () => {
    expect(audioAddressOf(sampleTrack(1))).toBe('http://hub.test/mp3/1?turn=1')
    expect(audioAddressOf(sampleTrack(1, 1, { renditions: [] }))).toBe('http://hub.test/master/1?turn=1')
  })

  it('shows its cover in a size of the hub, and its version with the title', () => {
    expect(coverAddressOf(sampleRelease(), 640)).toBe('http://hub.test/cover?turn=1&size=640')
    expect(coverAddressOf({ ...sampleRelease(), signedCover: null }, 64)).toBeUndefined()
    expect(fullTitleOf({ title: 'Intro', version: 'Live' })).toBe('Intro (Live)')
  })
})
