import { describe, expect, it } from 'vitest'
import { makePicture } from '../../../server/test/harness/pictures.ts'
import { readFolder } from '../../src/deliver/folder/read-folder.ts'
import { makePlan } from '../../src/deliver/plan/make-plan.ts'
import { requestOf } from '../../src/deliver/plan/request.ts'
import { type Files, makeFolder } from './folder.ts'
import { taggedFlac, wav } from './masters.ts'

/** From the files of a folder to the request, without a hub. */

const { signal } = new AbortController()
const second = wav({ seconds: 1 })

async function planOf(files: Files, name?: string) {
  const folder = await makeFolder(files, name)
  const plan = await makePlan(await readFolder(folder, '/'), signal)
  return { plan, request: requestOf(plan, (file) => file, 'folder') }
}

describe('the plan of a folder', () => {
  it('takes what tags tell, and shows it as told by them', async () => {
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
    expect(plan.notes).toEqual(['The ISRC tag "nonsense" of a.flac is none and is left out.'])
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
      'The album tags differ: "One" is taken, not "Two".',
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

  it('reads disc folders, and names what it does not know', async () => {
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
    expect(plan.notes).toEqual(['Not known, and left out: notes.txt, Scans/.'])
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
      '01 A.wav and 01 B.wav are both number 1; they are put in the order of their names.',
      'Numbers 2, 3 are missing; the others close the gap. Is a master missing?',
      'Without a number, and last: D.wav.',
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
contributors: [{ name: Bo, role: main_artist }]
cover: two.png
tracks:
  - &all { file: 02 B.wav, title: Second, language: en, composition: original }
  - { <<: *all, file: ./01 A.flac, title: First, isrc: ZZABC2600001 }
`,
    })
    expect(request).toEqual({
      externalId: 'mine-1',
      title: 'Mine',
      type: 'album',
      contributors: [{ name: 'Bo', role: 'main_artist' }],
      coverUploadId: 'two.png',
      tracks: [
        { title: 'Second', uploadId: '02 B.wav', language: 'en', composition: 'original' },
        { title: 'First', uploadId: '01 A.flac', language: 'en', composition: 'original', isrc: 'ZZABC2600001' },
      ],
    })
    expect(plan.typeWords).toContain('album as you say; stores would list it as single')
    expect(plan.suggestions).toEqual([])
    expect(plan.notes).toEqual(['Not a track of release.yaml, and left out: 03 C.wav.'])
  })

  it('takes what others wrote as text, whatever it holds', async () => {
    const { request } = await planOf({
      '01 A.flac': taggedFlac({ TITLE: 'Red \u001b[31m\u0000\u202eevil', ALBUM: 'x'.repeat(10_000) }),
    })
    expect(request.tracks[0]?.title).toBe('Red evil')
    expect(request.title).toHaveLength(500)
  })
})

describe('release.json and release.yaml', () => {
  it.each<[string, Files, unknown]>([
    [
      'unknown members and wrong values, all at once, with line and fix',
      { 'release.yaml': 'titel: x\ntype: EP\nupc: 0200000000011\ntracks:\n  - file: 1.wav\n    uploadId: upl_1\n' },
      [
        ['release.yaml:1 /titel', 'There is no member "titel" here.', 'Did you mean `title`?'],
        ['release.yaml:2 /type', 'Must be one of `single`, `ep`, `album`.', 'Did you mean `ep`?'],
        ['release.yaml:3 /upc', 'Must be a string, not a number.', 'Write it as text in quotes.'],
        ['release.yaml:6 /tracks/0/uploadId', 'There is no member "uploadId" here.', expect.any(String)],
      ],
    ],
    [
      'files that are not there',
      {
        'release.json':
          '{ "cover": "a.jpg", "tracks": [{ "file": "2.wav" }, { "file": "1.wav" }, { "file": "1.wav" }] }',
      },
      [
        ['release.json:1 /tracks/0/file', 'There is no file "2.wav" of this kind in the folder.', 'There is 1.wav.'],
        ['release.json:1 /cover', 'There is no file "a.jpg" of this kind in the folder.', 'Put it there.'],
        ['release.json:1 /tracks/2/file', '"1.wav" is a track already.', 'Name each master once.'],
      ],
    ],
    ['a list', { 'release.yaml': '- 1' }, [['release.yaml:1', 'Must be an object, not an array.', expect.any(String)]]],
    [
      'nothing of a track',
      { 'release.yaml': 'tracks: [{}]' },
      [['release.yaml:1 /tracks/0/file', '"file" is required.', 'Add it.']],
    ],
  ])('refuses %s', async (_, files, expected) => {
    const failure = await planOf({ '1.wav': second, ...files }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: 4, code: 'manifest_invalid' })
    const { problems } = failure as { problems: readonly { where: string; what: string; fix?: string }[] }
    expect(problems.map(({ where, what, fix }) => [where, what, fix])).toEqual(expected)
  })

  it('cannot both be there', async () => {
    const files = { '1.wav': second, 'release.json': '{}', 'release.yaml': '' }
    await expect(planOf(files)).rejects.toMatchObject({
      exitCode: 4,
      message: 'The folder holds release.json and release.yaml',
    })
  })

  it('must be readable', async () => {
    await expect(planOf({ '1.wav': second, 'release.json': '{' })).rejects.toMatchObject({ exitCode: 4 })
    await expect(planOf({ '1.wav': second, 'release.yaml': 'a: [' })).rejects.toMatchObject({ exitCode: 4 })
    const large = { '1.wav': second, 'release.yaml': `# ${'x'.repeat(2_000_000)}` }
    await expect(planOf(large)).rejects.toMatchObject({ message: 'release.yaml has 2.0 MB; at most 1.0 MB are read' })
  })
})

describe('a folder that cannot be delivered', () => {
  it.each<[string, Files, object]>([
    ['empty', {}, { exitCode: 4, message: expect.stringMatching(/is empty$/), fix: expect.stringContaining('WAV') }],
    ['without audio', { 'a.txt': 'x' }, { exitCode: 4, message: expect.stringMatching(/holds no audio$/) }],
  ])('%s', async (_, files, expected) => {
    await expect(planOf(files)).rejects.toMatchObject(expected)
  })

  it('that is none', async () => {
    await expect(readFolder('nowhere', '/tmp')).rejects.toMatchObject({
      exitCode: 2,
      message: 'There is no folder nowhere',
    })
    const folder = await makeFolder({ 'a.wav': 'x' })
    await expect(readFolder(`${folder}/a.wav`, '/')).rejects.toMatchObject({ exitCode: 2 })
  })
})

describe('headers', () => {
  it.each([
    [
      { width: 3000, height: 2000 },
      { container: 'jpeg', width: 3000, height: 2000, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 64, colours: 'cmyk' },
      { container: 'jpeg', width: 64, height: 64, colour: 'cmyk', hasAlpha: false },
    ],
    [
      { width: 64, colours: 'b-w' },
      { container: 'jpeg', width: 64, height: 64, colour: 'grey', hasAlpha: false },
    ],
    [
      { width: 70, format: 'png', alpha: true },
      { container: 'png', width: 70, height: 70, colour: 'rgb', hasAlpha: true },
    ],
    [
      { width: 70, format: 'png' },
      { container: 'png', width: 70, height: 70, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 90, height: 60, format: 'webp' },
      { container: 'webp', width: 90, height: 60, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 90, format: 'webp', alpha: true },
      { container: 'webp', width: 90, height: 90, colour: 'rgb', hasAlpha: true },
    ],
    [
      { width: 50, format: 'tiff', colours: 'cmyk' },
      { container: 'tiff', width: 50, height: 50, colour: 'cmyk', hasAlpha: false },
    ],
    [
      { width: 50, height: 40, format: 'tiff' },
      { container: 'tiff', width: 50, height: 40, colour: 'rgb', hasAlpha: false },
    ],
  ] as const)('of the picture %j', async (options, format) => {
    const { plan } = await planOf({ '1.wav': second, 'cover.png': await makePicture(options) })
    expect(plan.cover?.format).toEqual(format)
  })

  it('of broken pictures say nothing and harm nobody', async () => {
    for (const options of [{ width: 64 }, { width: 64, format: 'tiff' }, { width: 64, format: 'webp' }] as const) {
      const whole = await makePicture(options)
      for (const length of [0, 3, 9, 21]) {
        const { plan } = await planOf({ '1.wav': second, 'cover.png': whole.subarray(0, length) })
        expect(plan.cover?.format).toBeUndefined()
      }
    }
  })

  it('of masters tell what the hub will ask', async () => {
    const { plan } = await planOf({
      '1.wav': wav({ seconds: 2, sampleRate: 8_000, channels: 1 }),
      '2.flac': taggedFlac({}, 3),
      '3.wav': 'no audio at all',
      '4.wav': '',
      '5.flac': taggedFlac({}).subarray(0, 30),
    })
    expect(plan.tracks.map(({ master }) => master.format ?? master.problem)).toEqual([
      { container: 'wav', sampleRate: 8_000, bitDepth: 24, channels: 1, durationMs: 2_000 },
      { container: 'flac', sampleRate: 44_100, bitDepth: 24, channels: 2, durationMs: 3_000 },
      'foreign',
      'empty',
      'unreadable',
    ])
  })
})
