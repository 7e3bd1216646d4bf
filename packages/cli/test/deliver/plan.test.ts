import { describe, expect, it } from 'vitest'
import { makePicture } from '../../../server/test/harness/pictures.ts'
import { buildWav, id3Chunk, listInfo } from './corpus/build-wav.ts'
import { taggedFlac, wav } from './masters.ts'
import { planOf } from './plan-of.ts'

const second = wav({ seconds: 1 })

describe('the plan of a folder', () => {
  it('takes values from tags, and shows that they are from tags', async () => {
    const album = {
      ALBUM: 'Night Drive',
      ALBUMARTIST: 'Ada',
      LABEL: 'Blue Lamp',
      BARCODE: '0200000000011',
      DATE: '2026-12-11',
      GENRE: 'R&B',
      COPYRIGHT: '℗ 2026 Blue Lamp',
    }
    const { plan, request } = await planOf({
      'b.flac': taggedFlac({
        ...album,
        TITLE: 'Opening',
        TRACKNUMBER: '1',
        ARTIST: 'Ada',
        ISRC: 'ZZ-ABC-26-00001',
        COMPOSER: ['Ada Lovelace', 'Bo'],
      }),
      'a.flac': taggedFlac({ ...album, TITLE: 'Closing', TRACKNUMBER: '2', ARTIST: 'Cy', ISRC: 'nonsense' }),
    })
    expect(request).toEqual({
      externalId: 'folder',
      title: 'Night Drive',
      type: 'single',
      label: 'Blue Lamp',
      upc: '0200000000011',
      releaseDate: '2026-12-11',
      genre: 'r_and_b',
      pLine: { year: 2026, text: 'Blue Lamp' },
      contributors: [{ name: 'Ada', role: 'main_artist' }],
      tracks: [
        {
          title: 'Opening',
          uploadId: 'b.flac',
          isrc: 'ZZABC2600001',
          contributors: [
            { name: 'Ada', role: 'main_artist' },
            { name: 'Ada Lovelace', role: 'composer' },
            { name: 'Bo', role: 'composer' },
          ],
        },
        { title: 'Closing', uploadId: 'a.flac', contributors: [{ name: 'Cy', role: 'main_artist' }] },
      ],
    })
    expect(plan.suggestions).toContainEqual({ member: 'label', value: 'Blue Lamp' })
    expect(plan.suggestions).toContainEqual({ member: 'pLine', value: '2026 Blue Lamp' })
    expect(plan.notes).toEqual(['The ISRC tag "nonsense" of a.flac is not a valid ISRC and was ignored.'])
  })

  it('says where tags differ, or cannot be used', async () => {
    const { plan, request } = await planOf({
      '01 A.flac': taggedFlac({ ALBUM: 'One', DATE: '2026', GENRE: 'Krautpolka', BARCODE: '123' }),
      '02 B.flac': taggedFlac({ ALBUM: 'One' }),
      '03 C.flac': taggedFlac({ ALBUM: 'Two' }),
    })
    expect(request.title).toBe('One')
    expect(request).not.toHaveProperty('releaseDate')
    expect(plan.notes).toEqual([
      'The album tags differ: "One" is used, not "Two".',
      'The barcode tag "123" cannot be used as upc; set it in release.yaml.',
      'The date tag "2026" cannot be used as releaseDate; set it in release.yaml.',
      'The genre tag "Krautpolka" cannot be used as genre; set it in release.yaml.',
    ])
  })

  it('reads names where there are no tags, and the folder for artist and title', async () => {
    const { request } = await planOf(
      { '02 שלום.wav': second, '01 夜.wav': second, '03 Ende.wav': second, '.DS_Store': 'x', 'x.m3u': 'x' },
      'Ada - Night Drive',
    )
    expect(request).toMatchObject({
      title: 'Night Drive',
      contributors: [{ name: 'Ada', role: 'main_artist' }],
      tracks: [{ title: '夜' }, { title: 'שלום' }, { title: 'Ende' }],
    })
  })

  it('reads disc folders, and names what it does not use', async () => {
    const { plan, request } = await planOf({
      'CD2/01 C.wav': second,
      'CD1/01 A.wav': second,
      'CD1/02 B.wav': second,
      'Scans/back.jpg': 'x',
      'notes.txt': 'x',
    })
    expect(request.tracks.map(({ disc, title }) => [disc, title])).toEqual([
      [1, 'A'],
      [1, 'B'],
      [2, 'C'],
    ])
    expect(plan.notes).toEqual(['Skipped because neither audio nor a cover: notes.txt, Scans/.'])
  })

  it('says where numbers are missing or given twice', async () => {
    const { plan, request } = await planOf({
      '01 A.wav': second,
      '01 B.wav': second,
      '04 C.wav': second,
      'D.wav': second,
    })
    expect(request.tracks.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D'])
    expect(plan.notes).toEqual([
      '01 A.wav and 01 B.wav have the same number 1. They are sorted by name.',
      'Numbers 2, 3 are missing. The other tracks move up. Check whether a file is missing.',
      'No number, so placed last: D.wav.',
    ])
  })

  it('lets release.yaml win over all, in its own order', async () => {
    const { plan, request } = await planOf({
      '01 A.flac': taggedFlac({ TITLE: 'Tag', ALBUM: 'Tag', ARTIST: 'Tag', COMPOSER: 'Tag' }),
      '02 B.wav': second,
      '03 C.wav': second,
      'one.png': await makePicture({ width: 100, format: 'png' }),
      'two.png': await makePicture({ width: 200, format: 'png' }),
      'release.yaml': `
title: Mine
type: album
externalId: mine-1
replaces: rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB
contributors: [{ name: Bo, role: main_artist }]
cover: two.png
tracks:
  - &all { file: 02 B.wav, title: Second, language: en, composition: original }
  - { <<: *all, file: ./01 A.flac, title: First, isrc: ZZABC2600001 }
`,
    })
    expect(request).toEqual({
      externalId: 'mine-1',
      replaces: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      title: 'Mine',
      type: 'album',
      contributors: [{ name: 'Bo', role: 'main_artist' }],
      coverUploadId: 'two.png',
      tracks: [
        { title: 'Second', uploadId: '02 B.wav', language: 'en', composition: 'original' },
        {
          title: 'First',
          uploadId: '01 A.flac',
          language: 'en',
          composition: 'original',
          isrc: 'ZZABC2600001',
          // Who made the track, release.yaml does not say; its tags do.
          contributors: [
            { name: 'Tag', role: 'main_artist' },
            { name: 'Tag', role: 'composer' },
          ],
        },
      ],
    })
    expect(plan.typeReason).toContain('album, as you chose. Stores would list it as single')
    expect(plan.suggestions).toEqual([])
    expect(plan.notes).toEqual(['Skipped because not listed in release.yaml: 03 C.wav.'])
  })

  it('treats text from other people as text, with any content', async () => {
    const { request } = await planOf({
      '01 A.flac': taggedFlac({ TITLE: 'Red \u001b[31m\u0000\u202eevil', ALBUM: 'x'.repeat(10_000) }),
    })
    expect(request.tracks[0]?.title).toBe('Red evil')
    expect(request.title).toHaveLength(500)
  })

  describe('with contributors in release.yaml', () => {
    const contributorsOf = async (tags: Record<string, string>, yaml: string) => {
      const { request } = await planOf({
        '01 A.flac': taggedFlac({ TITLE: 'One', ARTIST: 'Ann', ...tags }),
        '02 B.flac': taggedFlac({ TITLE: 'Two', ARTIST: 'Bea' }),
        'release.yaml': yaml,
      })
      return request.tracks[0]?.contributors?.map(({ name, role }) => `${role} ${name}`)
    }
    const release = 'contributors: [{ name: Project, role: main_artist }, { name: Cy, role: songwriter }]'

    it('keeps artist and composer of the tags of each track', async () => {
      expect(await contributorsOf({ COMPOSER: 'Dora' }, release)).toEqual(['main_artist Ann', 'composer Dora'])
    })

    it('takes the writers of the release where the tags name none', async () => {
      expect(await contributorsOf({}, release)).toEqual(['main_artist Ann', 'songwriter Cy'])
    })

    it('lets the track of release.yaml win', async () => {
      const tracks = 'tracks: [{ file: 01 A.flac, contributors: [{ name: Eve, role: main_artist }] }]'
      expect(await contributorsOf({ COMPOSER: 'Dora' }, `${release}\n${tracks}`)).toEqual(['main_artist Eve'])
    })

    it('leaves a track to the release where all tags name one artist', async () => {
      const { request } = await planOf({
        '01 A.flac': taggedFlac({ TITLE: 'One', ARTIST: 'Ann' }),
        '02 B.flac': taggedFlac({ TITLE: 'Two', ARTIST: 'Ann', COMPOSER: 'Dora' }),
        'release.yaml': release,
      })
      expect(request.tracks.map(({ contributors }) => contributors)).toEqual([
        undefined,
        [
          { name: 'Project', role: 'main_artist' },
          { name: 'Dora', role: 'composer' },
        ],
      ])
    })
  })

  it('does not mention tags that release.yaml replaces', async () => {
    const tags = { DATE: '2008', GENRE: 'Krautpolka', ISRC: 'nonsense' }
    const { plan } = await planOf({
      '01 A.flac': taggedFlac({ TITLE: 'One', ALBUM: 'Album', ...tags }),
      'release.yaml': `
releaseDate: '2027-03-05'
genre: pop
tracks: [{ file: 01 A.flac, isrc: ZZABC2600001 }]
`,
    })
    expect(plan.notes).toEqual([])
  })

  it('keeps AC/DC one artist, and says where one tag has several names', async () => {
    const wav = (artist: string) => buildWav({ seconds: 1, behind: id3Chunk({ TIT2: 'Track', TPE1: artist }) })
    const { plan, request } = await planOf({
      '01 A.wav': wav('AC/DC'),
      '02 B.wav': wav('Ada / Bo'),
      '03 C.flac': taggedFlac({ TITLE: 'Track', ARTIST: 'Ada; Cy' }),
      '04 D.flac': taggedFlac({ TITLE: 'Track', ARTIST: ['Ada', 'Di'] }),
    })
    const artists = request.tracks.map(({ contributors = [] }) => contributors.map(({ name }) => name))
    expect(artists).toEqual([['AC/DC'], ['Ada', 'Bo'], ['Ada', 'Cy'], ['Ada', 'Di']])
    expect(plan.notes.filter((note) => note.includes('artist'))).toEqual([
      '"AC/DC": one artist? The tag is used as one name. If not, change the contributors.',
      '"Ada / Bo": two artists? The tag is used as "Ada", "Bo". If not, change the contributors.',
      '"Ada; Cy": two artists? The tag is used as "Ada", "Cy". If not, change the contributors.',
    ])
  })

  it('reads INFO of a WAV as UTF-8 where it is, and as Windows-1252 where it is not', async () => {
    const titled = (title: Buffer) => buildWav({ seconds: 1, before: [listInfo({ INAM: title })] })
    const { request, plan } = await planOf({
      '01 A.wav': titled(Buffer.from('Café – Ночь', 'utf8')),
      '02 B.wav': titled(Buffer.from('Café', 'latin1')),
      '03 C.wav': titled(Buffer.from('Plain')),
      '04 D.wav': titled(Buffer.from('Don\u0092t Stop \u0096 Caf\u00e9 \u0080', 'latin1')),
    })
    expect(request.tracks.map(({ title }) => title)).toEqual(['Café – Ночь', 'Café', 'Plain', 'Don’t Stop – Café €'])
    expect(plan.notes.filter((note) => note.includes('Windows-1252'))).toEqual(
      ['02 B.wav', '04 D.wav'].map(
        (name) => `The tags of ${name} are not UTF-8 and were read as Windows-1252. Check letters and quotation marks.`,
      ),
    )
  })
})
