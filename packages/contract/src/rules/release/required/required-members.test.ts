import { describe, expect, it } from 'vitest'
import type { ReleaseDocument, TrackInput } from '../../../releases/release-model.ts'
import { findNeeds } from './required-members.ts'

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' as TrackInput['uploadId']
const single: ReleaseDocument = { title: 'A', type: 'single', tracks: [{ title: 'A', uploadId }] }
const ep: ReleaseDocument = { ...single, type: 'ep', tracks: [...single.tracks, { title: 'B', uploadId }] }
const ofRelease = ['label', 'pLine', 'genre', 'contributors', 'version', 'originalReleaseDate', 'aiUsage', 'upc']
const ofTrack = ['contributors', 'language', 'explicit', 'composition', 'containsSamples', 'isrc', 'aiUsage']

describe('the members that a submission needs', () => {
  it('of an empty release are those whose rules are errors; what only should be there is a warning', () => {
    expect([...findNeeds(single, ofRelease)]).toEqual([
      ['label', 'error'],
      ['pLine', 'error'],
      ['genre', 'error'],
      ['contributors', 'error'],
      ['originalReleaseDate', 'warning'],
      ['aiUsage', 'warning'],
    ])
  })

  it('are the same when they are there: a mark does not go away while a person types', () => {
    expect([...findNeeds({ ...single, label: 'Night Label', genre: 'pop' }, ['label', 'genre'])]).toEqual([
      ['label', 'error'],
      ['genre', 'error'],
    ])
  })

  it('of a compilation are without the main artist of the release', () => {
    expect([...findNeeds({ ...single, isCompilation: true }, ['contributors'])]).toEqual([])
  })

  it('of a track follow from the release and from the track itself', () => {
    expect([...findNeeds(single, ofTrack, 0)]).toEqual([
      ['contributors', 'error'],
      ['language', 'error'],
      ['composition', 'error'],
      ['containsSamples', 'warning'],
    ])
    const told: ReleaseDocument = {
      ...ep,
      language: 'en',
      explicit: 'explicit',
      contributors: [{ name: 'Mia Blue', role: 'songwriter' }],
    }
    expect([...findNeeds(told, ofTrack, 1)]).toEqual([
      ['explicit', 'error'],
      ['composition', 'error'],
      ['containsSamples', 'warning'],
    ])
  })

  it('of a track include its use of AI once any other track declares it', () => {
    const aiUsage = { vocals: 'none' } as const
    const [one] = single.tracks
    const tracks = [...Array.from({ length: 20 }, () => one), { ...one, aiUsage }] as ReleaseDocument['tracks']
    const needOf = (of: ReleaseDocument['tracks']) => findNeeds({ ...ep, tracks: of }, ['aiUsage'], 3).get('aiUsage')
    expect([needOf(tracks), needOf(tracks.slice(0, 20))]).toEqual(['warning', undefined])
  })
})
