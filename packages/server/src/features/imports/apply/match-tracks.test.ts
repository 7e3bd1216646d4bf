import type { ReleaseDocument, TrackInput } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import type { ReadTrack } from '../reader/reading.ts'
import { matchTracks } from './match-tracks.ts'

type Known = ReleaseDocument['tracks'][number]

const known = (title: string, isrc?: string): Known => ({
  id: `trk_${title}`,
  title,
  uploadId: 'upl_1' as TrackInput['uploadId'],
  ...(isrc === undefined ? {} : { isrc }),
})
const read = (title: string, isrc?: string): ReadTrack => ({
  members: { title, ...(isrc === undefined ? {} : { isrc }) },
  file: { path: null, hash: null, size: null, isProvided: true },
  seconds: null,
  isHidden: false,
  offers: null,
})
const titles = (tracks: readonly ReadTrack[], all: readonly Known[]): (string | undefined)[] =>
  matchTracks(tracks, all).map((track) => track?.title)

describe('tracks of a message', () => {
  it('are those of the release with their ISRC, at any position', () => {
    const all = [known('One', 'ZZABC2600001'), known('Two', 'ZZABC2600002')]
    expect(titles([read('B', 'ZZ-ABC-26-00002'), read('A', 'zzabc2600001')], all)).toEqual(['Two', 'One'])
  })

  it('take each one of a repeated ISRC once, in the order of the release', () => {
    const all = [known('One', 'ZZABC2600001'), known('Two', 'ZZABC2600001')]
    const twice = [read('A', 'ZZABC2600001'), read('B', 'ZZABC2600001'), read('C', 'ZZABC2600001')]
    expect(titles(twice, all)).toEqual(['One', 'Two', undefined])
  })

  it('are those with the same title at the same position if an ISRC is missing', () => {
    const all = [known('One', 'ZZABC2600001'), known('Two'), known('Three')]
    const tracks = [read('One'), read('Two', 'ZZABC2600002'), read('Other'), read('X', 'ZZABC2600001')]
    expect(titles(tracks, all)).toEqual(['One', 'Two', undefined, undefined])
  })

  it('are found without reading the whole release for each', () => {
    let looked = 0
    const all = Array.from({ length: 500 }, (_, index) => ({
      ...known(`Track ${index}`),
      get isrc() {
        looked += 1
        return `ZZABC26${String(index).padStart(5, '0')}`
      },
    }))
    const tracks = all.map(({ title }, index) => read(title, `ZZABC26${String(index).padStart(5, '0')}`)).toReversed()
    expect(titles(tracks, all)).toEqual(tracks.map(({ members }) => members.title))
    expect(looked).toBeLessThanOrEqual(2 * all.length)
  })
})
