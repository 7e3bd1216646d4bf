import { describe, expect, it } from 'vitest'
import type { MasterTags } from './master.ts'
import type { PlacedMaster } from './order-tracks.ts'
import { suggestRelease } from './suggest-release.ts'

const noTags: MasterTags = { artists: [], composers: [], lyricists: [], isCompilation: false }

function placed(tags: Partial<MasterTags> = {}, nameArtist?: string): PlacedMaster {
  const file = { name: 'a.wav', path: '/a.wav', size: 1, mtimeMs: 0, ctimeMs: 0, disc: undefined }
  return {
    master: { file, format: undefined, tags: { ...noTags, ...tags }, unusable: undefined },
    disc: 1,
    number: undefined,
    title: 'Title',
    titleSource: 'tags',
    nameArtist,
  }
}

const main = (name: string) => ({ name, role: 'main_artist' })

describe('the release that tags and names suggest', () => {
  it.each([
    ['Night Drive', { title: 'Night Drive' }],
    ['Ada - Night Drive', { title: 'Night Drive', contributors: [main('Ada')] }],
    ['Ada - Night - Drive', { title: 'Night - Drive', contributors: [main('Ada')] }],
  ])('of a folder named %j without tags is %j', (name, release) => {
    expect(suggestRelease([placed()], name).release).toEqual(release)
  })

  it.each([
    ['album', { album: 'Night Harbour' }, { title: 'Night Harbour' }],
    ['label', { label: 'Blue Lamp' }, { label: 'Blue Lamp' }],
    ['upc', { upc: '0200000000110' }, { upc: '0200000000110' }],
    ['date', { date: '2026-05-01' }, { releaseDate: '2026-05-01' }],
    ['genre by name', { genre: 'Electronic' }, { genre: 'electronic' }],
    ['genre in other letters', { genre: 'ELECTRONIC' }, { genre: 'electronic' }],
    [
      'copyright with the sign of a recording',
      { copyright: '℗ 2026 Blue Lamp' },
      { pLine: { year: 2026, text: 'Blue Lamp' } },
    ],
    ['copyright of a work', { copyright: '(c) 2026, Blue Lamp' }, { cLine: { year: 2026, text: 'Blue Lamp' } }],
    ['artist', { artists: ['Ada'] }, { contributors: [main('Ada')] }],
    ['album artist', { albumArtist: 'Ada & Bo', artists: ['Ada'] }, { contributors: [main('Ada & Bo')] }],
    ['compilation', { isCompilation: true }, { isCompilation: true }],
  ])('takes the %s', (_name, tags, members) => {
    expect(suggestRelease([placed(tags)], 'Folder').release).toMatchObject(members)
  })

  it.each([
    [{ upc: '123' }, 'The barcode tag "123" cannot be used as upc.'],
    [{ date: '2008' }, 'The date tag "2008" cannot be used as releaseDate.'],
    [{ genre: 'Soundtrack of a game' }, 'The genre tag "Soundtrack of a game" cannot be used as genre.'],
    [{ isrc: 'nonsense' }, 'The ISRC tag "nonsense" of a.wav is not a valid ISRC and was ignored.'],
  ])('of %j says that it cannot be used', (tags, note) => {
    const { notes, release } = suggestRelease([placed(tags)], 'Folder')
    expect(notes.map(({ text }) => text)).toEqual([note])
    expect(release).toEqual({ title: 'Folder' })
  })

  it('takes what most tracks say, and says that they differ', () => {
    const tracks = [placed({ label: 'Red' }), placed({ label: 'Blue' }), placed({ label: 'Blue' })]
    const { release, notes } = suggestRelease(tracks, 'Folder')
    expect(release.label).toBe('Blue')
    expect(notes).toEqual([{ text: 'The label tags differ: "Blue" is used, not "Red".', member: 'label' }])
  })

  it.each(['Various', 'Various Artists', 'va'])('takes an album artist %j for a compilation', (albumArtist) => {
    const { release, tracks } = suggestRelease(
      [placed({ albumArtist, artists: ['Ada'] }), placed({ albumArtist, artists: ['Bo'] })],
      'Folder',
    )
    expect(release).toMatchObject({ isCompilation: true })
    expect(release.contributors).toBeUndefined()
    expect(tracks.map(({ artists }) => artists)).toEqual([[main('Ada')], [main('Bo')]])
  })

  it('names no artist of the release where tracks have different ones', () => {
    const { release } = suggestRelease([placed({ artists: ['Ada'] }), placed({ artists: ['Bo'] })], 'Folder')
    expect(release.contributors).toBeUndefined()
  })
})

describe('the tracks that tags and names suggest', () => {
  it('name their writers, and artists only where the release does not', () => {
    const { tracks } = suggestRelease([placed({ artists: ['Ada'], composers: ['Bo'], lyricists: ['Cy'] })], 'Folder')
    expect(tracks[0]).toEqual({
      members: { title: 'Title' },
      artists: [],
      writers: [
        { name: 'Bo', role: 'composer' },
        { name: 'Cy', role: 'lyricist' },
      ],
    })
  })

  it('name no one if the release already does', () => {
    expect(suggestRelease([placed({ artists: ['Ada'] })], 'Folder').tracks).toEqual([
      { members: { title: 'Title' }, artists: [], writers: [] },
    ])
  })

  it('name the artist of the file name where a track differs from the release', () => {
    const { tracks } = suggestRelease([placed({ albumArtist: 'Ada' }, 'Bo')], 'Folder')
    expect(tracks[0]?.artists).toEqual([main('Bo')])
  })

  it('have an ISRC without its hyphens or not at all', () => {
    const { tracks } = suggestRelease([placed({ isrc: 'ZZ-ABC-26-00101' }), placed({ isrc: 'x' })], 'Folder')
    expect(tracks.map(({ members }) => members.isrc)).toEqual(['ZZABC2600101', undefined])
  })
})
