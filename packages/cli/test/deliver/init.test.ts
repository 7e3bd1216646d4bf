import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInTerminal, runSpindle, startInTerminal } from '../harness/run-spindle.ts'
import { listingOf, makeFolder } from './make-folder.ts'
import { taggedFlac, wav } from './masters.ts'
import { planOf } from './plan-of.ts'

/** `deliver --init`: a release.yaml from tags and file names, without a hub. */

const tagged = (number: number, title: string, more: object = {}) =>
  taggedFlac({ TITLE: title, TRACKNUMBER: `${number}`, ARTIST: 'Ada Verne', ALBUM: 'Night: Drive', ...more }, 1)

const files = {
  'b.flac': tagged(2, 'Głowa # 2', { COMPOSER: 'Bo' }),
  'a.flac': tagged(1, '"Café"', { ISRC: 'ZZABC2600101', BARCODE: '0200000000110' }),
  'front cover.jpg': 'picture',
}

const textOf = (folder: string): Promise<string> => readFile(join(folder, 'release.yaml'), 'utf8')

describe('deliver --init', () => {
  it('writes what tags, names and pictures contain, and the rest as comments', async () => {
    const folder = await makeFolder(files)
    const { code, stdout, stderr } = await runSpindle(['deliver', folder, '--init', '--json'])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ path: join(folder, 'release.yaml'), tracks: 2 })
    expect((await textOf(folder)).split('\n')).toEqual([
      '# What no file can tell. Take away the # where a line is to hold, and correct it.',
      `# Then: spindle deliver '${folder}' --dry-run`,
      'title: "Night: Drive"',
      '# label: Blue Lamp',
      'upc: "0200000000110"',
      '# releaseDate: "2027-03-05"',
      '# originalReleaseDate: "2027-03-05" # the same, unless it was released before',
      '# genre: electronic # spindle reference list genres',
      '# language: en # of the titles',
      '# explicit: not_explicit # one of explicit, clean, not_explicit',
      '# aiUsage: { vocals: none, instruments: none, composition: none, lyrics: none, artwork: none } # one of none, assisted, generated',
      '# pLine: { year: 2027, text: Blue Lamp } # who owns the recording',
      '# cLine: { year: 2027, text: Blue Lamp } # who owns cover and texts',
      'cover: front cover.jpg',
      'contributors:',
      '  - { name: Ada Verne, role: main_artist }',
      '#   - { name: Ada Lovelace, role: composer } # who wrote it, here or at each track',
      '# trackDefaults: # for every track that does not say otherwise',
      '#   language: en # of what is sung, zxx for none',
      '#   composition: original # one of original, cover, public_domain, adaptation',
      '#   containsSamples: false',
      'tracks: # in play order',
      '  - file: a.flac',
      '    title: \'"Café"\'',
      '    isrc: ZZABC2600101',
      '  - file: b.flac',
      '    title: "Głowa # 2"',
      '    # isrc: ZZABC2700101',
      '    contributors:',
      '      - { name: Ada Verne, role: main_artist }',
      '      - { name: Bo, role: composer }',
      '',
    ])
  })

  it('writes a file that says of the release what tags said before, with every comment taken away as well', async () => {
    const before = await planOf(files)
    const folder = await makeFolder(files)
    await runSpindle(['deliver', folder, '--init'])
    const written = await textOf(folder)
    const after = await planOf({ ...files, 'release.yaml': written })
    expect(after.request).toEqual(before.request)
    const uncommented = written
      .split('\n')
      .slice(2)
      .map((line) => line.replace(/^( *)# ?/, '$1'))
      .join('\n')
    const whole = await planOf({ ...files, 'release.yaml': uncommented })
    expect(whole.request).toMatchObject({
      label: 'Blue Lamp',
      genre: 'electronic',
      tracks: [{ language: 'en', composition: 'original', containsSamples: false }, { language: 'en' }],
    })
  })

  it('never overwrites unless requested', async () => {
    const folder = await makeFolder({ '1.wav': wav({ seconds: 1 }), 'release.yaml': 'label: Mine\n' })
    const before = await listingOf(folder)
    const alone = await runSpindle(['deliver', folder, '--init'])
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('add --force to replace it') })
    const asked = startInTerminal(['deliver', folder, '--init'])
    await asked.untilShown('Replace release.yaml? Its content will be lost.')
    asked.type('n')
    expect((await asked.result).code).toBe(1)
    expect(await listingOf(folder)).toEqual(before)
    const forced = await runInTerminal(['deliver', folder, '--init', '--force'], { columns: 200 })
    expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('Wrote ') })
    expect(forced.stdout).toContain(`Next: spindle deliver ${folder.replace(/(.*)/, "'$1'")} --dry-run`)
    expect(await textOf(folder)).toContain('# label: Blue Lamp')
  })

  it('does not overwrite a release.json, also with --force', async () => {
    const folder = await makeFolder({ '1.wav': wav({ seconds: 1 }), 'release.json': '{}' })
    const { code, stderr } = await runSpindle(['deliver', folder, '--init', '--force'])
    expect({ code, isSaid: stderr.includes('The folder already has release.json.') }).toEqual({ code: 1, isSaid: true })
  })

  it('cannot be combined with --submit or --dry-run', async () => {
    const folder = await makeFolder({ '1.wav': wav({ seconds: 1 }) })
    for (const option of ['--submit', '--dry-run'])
      expect((await runSpindle(['deliver', folder, '--init', option])).code).toBe(2)
    expect((await runSpindle(['deliver', folder, '--force'])).code).toBe(2)
  })
})

describe('trackDefaults', () => {
  it('apply to every track that has no other value, in the manifest or its tags', async () => {
    const { request } = await planOf({
      ...files,
      'release.yaml': `trackDefaults:
  language: en
  composition: original
  contributors: [{ name: Cy, role: composer }]
tracks:
  - file: a.flac
    language: fr
  - file: b.flac
`,
    })
    expect(request.tracks).toMatchObject([
      { language: 'fr', composition: 'original', contributors: [{ name: 'Cy', role: 'composer' }] },
      { language: 'en', composition: 'original', contributors: [{ name: 'Ada Verne' }, { name: 'Bo' }] },
    ])
    expect(request).not.toHaveProperty('trackDefaults')
  })

  it('hold without a list of tracks, too', async () => {
    const { request } = await planOf({ ...files, 'release.yaml': 'trackDefaults: { language: zxx }\n' })
    expect(request.tracks.map(({ language }) => language)).toEqual(['zxx', 'zxx'])
  })

  it('cannot set what each track has separately', async () => {
    const files = { '1.wav': wav({ seconds: 1 }), 'release.yaml': 'trackDefaults: { isrc: ZZABC2600101 }\n' }
    await expect(planOf(files)).rejects.toMatchObject({
      problems: [expect.objectContaining({ where: 'release.yaml:1 /trackDefaults/isrc' })],
    })
  })
})
