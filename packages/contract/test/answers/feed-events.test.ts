import { FeedEvents, getTrackAudio } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { describe, expect, it } from 'vitest'
import { PlayableRendition } from '../../src/api/catalog/playable-releases.ts'

const change = {
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  changedAt: '2026-05-01T08:15:00.000Z',
  trackIds: ['trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  endedTrackIds: [],
}
const isValid = (schema: object, value: unknown): boolean => checkValue(schema, value).length === 0

describe('the events of a feed', () => {
  it('have one of six names', () => {
    expect(Object.keys(FeedEvents)).toEqual(['ready', 'live', 'changed', 'audio', 'takedown', 'reset'])
  })

  it.each(['live', 'changed', 'audio', 'takedown'] as const)(
    '%s names a release, its tracks and an instant',
    (name) => {
      const schema = FeedEvents[name]
      expect(isValid(schema, change)).toBe(true)
      expect(isValid(schema, { ...change, releaseId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })).toBe(false)
      expect(isValid(schema, { ...change, changedAt: 'today' })).toBe(false)
      expect(isValid(schema, { ...change, trackIds: ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'] })).toBe(false)
      for (const member of Object.keys(change)) {
        const { [member as keyof typeof change]: _left, ...others } = change
        expect(isValid(schema, others)).toBe(false)
      }
    },
  )

  it('name at most as many tracks as a release can have', () => {
    const tracks = (count: number) => Array.from({ length: count }, () => 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(isValid(FeedEvents.takedown, { ...change, trackIds: tracks(500), endedTrackIds: tracks(500) })).toBe(true)
    expect(isValid(FeedEvents.takedown, { ...change, trackIds: tracks(501) })).toBe(false)
    expect(isValid(FeedEvents.takedown, { ...change, endedTrackIds: tracks(501) })).toBe(false)
  })

  it.each(['ready', 'reset'] as const)('%s carries nothing', (name) => {
    expect(isValid(FeedEvents[name], {})).toBe(true)
  })
})

describe('the audio of a track', () => {
  it('comes in the formats that the hub makes', () => {
    expect(isValid(getTrackAudio.query, {})).toBe(true)
    expect(isValid(getTrackAudio.query, { format: 'mp3' })).toBe(true)
    for (const format of ['', 'MP3', 'wav', 'opus']) expect(isValid(getTrackAudio.query, { format })).toBe(false)
  })
  it('is as large as it says, at a bit rate in kbit/s', () => {
    const signedAudio = { url: 'https://hub.example/s', expiresAt: change.changedAt, boundTo: null }
    const mp3 = { format: 'mp3', contentType: 'audio/mpeg', bitRate: 192, size: 7, signedAudio }
    expect(isValid(PlayableRendition, mp3)).toBe(true)
    expect(isValid(PlayableRendition, { ...mp3, size: 0 })).toBe(false)
    expect(isValid(PlayableRendition, { ...mp3, bitRate: 192.5 })).toBe(false)
    expect(isValid(PlayableRendition, { ...mp3, bitRate: 192_000 })).toBe(false)
  })
})
