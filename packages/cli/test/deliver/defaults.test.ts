import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../../server/src/platform/values/ids.ts'
import { gtin13 } from '../../../server/test/harness/release-metadata.ts'
import { readFolder } from '../../src/deliver/folder/read-folder.ts'
import { buildRequest } from '../../src/deliver/plan/build-request.ts'
import { makePlan } from '../../src/deliver/plan/make-plan.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { addFiles, completeManifest, type Files, makeFolder } from './make-folder.ts'
import { taggedFlac, wav } from './masters.ts'

/** `release.defaults.yaml` in a folder above a release. */

/** `above` are files by their place above the release, such as `../release.defaults.yaml`. */
async function planWith(files: Files, above: Files, name = 'Ada/Night Drive') {
  const root = await makeFolder(
    Object.fromEntries(Object.entries(files).map(([file, data]) => [`${name}/${file}`, data])),
  )
  await addFiles(join(root, name), above)
  const plan = await makePlan(await readFolder(join(root, name), '/'), new AbortController().signal)
  return { plan, request: buildRequest(plan, (file) => file, 'folder') }
}

const song = { '1.wav': wav({ seconds: 1 }) }
const tagged = (tags: Readonly<Record<string, string>>): Files => ({ '1.flac': taggedFlac(tags) })

describe('release.defaults.yaml', () => {
  it('fills what neither release.yaml nor tags say, and the plan names it', async () => {
    const { plan, request } = await planWith(
      { ...tagged({ TITLE: 'Tide', GENRE: 'Rock' }), 'release.yaml': 'label: Own\n' },
      {
        '../release.defaults.yaml':
          'label: Blue Lamp\ngenre: jazz\nlanguage: en\ntype: ep\npLine: { year: 2026, text: Blue Lamp }\ntrackDefaults: { composition: original }\n',
      },
    )
    expect(request).toMatchObject({
      label: 'Own',
      genre: 'rock',
      language: 'en',
      type: 'ep',
      pLine: { year: 2026, text: 'Blue Lamp' },
      tracks: [{ title: 'Tide', composition: 'original' }],
    })
    expect(plan.defaults).toEqual({
      files: ['../release.defaults.yaml'],
      members: ['language', 'pLine', 'type', 'trackDefaults.composition'],
    })
  })

  it('of the nearest folder has precedence, member by member', async () => {
    const { request, plan } = await planWith(song, {
      '../release.defaults.yaml': 'label: Ada\ntrackDefaults: { language: fr }\n',
      '../../release.defaults.json':
        '{"label": "Blue Lamp", "genre": "jazz", "trackDefaults": {"language": "en", "containsSamples": false}}',
    })
    expect(request).toMatchObject({ label: 'Ada', genre: 'jazz', tracks: [{ language: 'fr', containsSamples: false }] })
    expect(plan.defaults.files).toEqual(['../release.defaults.yaml', '../../release.defaults.json'])
  })

  it('adds the people whose roles tags leave out', async () => {
    const defaults =
      'contributors:\n  - { name: Label Band, role: main_artist }\n  - { name: Ada Lovelace, role: composer }\n'
    const { request } = await planWith(tagged({ ARTIST: 'Ada Verne' }), { '../release.defaults.yaml': defaults })
    expect(request.contributors).toEqual([
      { name: 'Ada Verne', role: 'main_artist' },
      { name: 'Ada Lovelace', role: 'composer' },
    ])
    const own = {
      ...tagged({ ARTIST: 'Ada Verne' }),
      'release.yaml': 'contributors: [{ name: Bo, role: main_artist }]',
    }
    const said = await planWith(own, { '../release.defaults.yaml': defaults })
    expect(said.request.contributors).toEqual([{ name: 'Bo', role: 'main_artist' }])
  })

  it('keeps the artist of the tags when only isCompilation is filled', async () => {
    const { request } = await planWith(tagged({ ARTIST: 'Ada Verne' }), {
      '../release.defaults.yaml': 'isCompilation: true\n',
    })
    expect(request).toMatchObject({ isCompilation: true, contributors: [{ name: 'Ada Verne', role: 'main_artist' }] })
  })

  it('does not override for tracks what release.yaml says of the release', async () => {
    const { request } = await planWith(
      { ...song, 'release.yaml': 'language: fr\ntrackDefaults: { containsSamples: true }\n' },
      {
        '../release.defaults.yaml': 'trackDefaults: { language: en, containsSamples: false, composition: original }\n',
      },
    )
    expect(request.tracks[0]).toMatchObject({ containsSamples: true, composition: 'original' })
    expect(request.tracks[0]).not.toHaveProperty('language')
  })

  it.each<[string, string, string, string | undefined]>([
    ['an unknown member', 'labl: x\n', '/labl: Unknown member "labl".', 'Did you mean `label`?'],
    ['a wrong value', '# all\ntype: EP\n', '/type: Must be one of `single`, `ep`, `album`.', 'Did you mean `ep`?'],
    [
      'a barcode',
      'upc: "0200000000110"\n',
      '/upc: "upc" belongs to one release.',
      'Move it to the release.yaml of the release.',
    ],
    [
      'tracks',
      'tracks: [{ file: 1.wav }]\n',
      '/tracks: "tracks" belongs to one release.',
      'Move it to the release.yaml of the release.',
    ],
    [
      'a code of a track',
      'trackDefaults: { isrc: ZZABC2600001 }\n',
      '/trackDefaults/isrc: Unknown member "isrc".',
      undefined,
    ],
  ])('refuses %s, with the file, the line and the fix', async (_, text, problem, fix) => {
    const failure = await planWith(song, { '../release.defaults.yaml': text }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: 4, code: 'manifest_invalid' })
    const { problems } = failure as { problems: readonly { where: string; what: string; fix?: string }[] }
    expect(problems.map(({ where, what }) => `${where}: ${what}`.replace(/^.*\/Ada\//, ''))).toEqual([
      `release.defaults.yaml:${text.startsWith('#') ? 2 : 1} ${problem}`,
    ])
    if (fix !== undefined) expect(problems[0]?.fix).toBe(fix)
  })

  it('refuses two of them in one folder', async () => {
    const two = { '../release.defaults.yaml': 'label: A\n', '../release.defaults.json': '{}' }
    await expect(planWith(song, two)).rejects.toMatchObject({
      code: 'two_defaults',
      message: expect.stringMatching(/\/Ada contains release\.defaults\.yaml and release\.defaults\.json$/),
    })
  })

  it('keeps its values out of the release.yaml that --init writes', async () => {
    const folder = await makeFolder(song)
    await addFiles(dirname(folder), {
      'release.defaults.yaml': 'label: Blue Lamp\ntrackDefaults: { composition: original }\n',
    })
    const { code, stderr } = await runSpindle(['deliver', folder, '--init'])
    expect(code, stderr).toBe(0)
    const written = await readFile(join(folder, 'release.yaml'), 'utf8')
    expect(written).toContain('# From ../release.defaults.yaml: label, trackDefaults.composition\n')
    expect(written).not.toMatch(/^#? *(label|composition):/m)
  })
})

describe('deliver of several folders', () => {
  let fixture: DeliverFixture
  beforeAll(async () => {
    fixture = await openDeliverFixture()
  })

  it('reports a mistake in the defaults once, before anything is sent', async () => {
    const parent = await makeFolder({ 'a/1.wav': 'x', 'b/1.wav': 'x', 'release.defaults.yaml': 'labl: x\n' })
    const { code, stdout, stderr } = await runSpindle(['deliver', parent], fixture.settings)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr.match(/Did you mean `label`/g)).toHaveLength(1)
  })

  it('fills each of them', async () => {
    const [common = '', ...ofTracks] = completeManifest(2000, 1).split('tracks:\n')
    expect(ofTracks).toHaveLength(1)
    const own = (serial: number): string =>
      `upc: '${gtin13(serial)}'\ntracks: [{ file: 1.wav, isrc: ZZABC26${serial}0 }]\n`
    const parent = await makeFolder({
      'a/1.wav': wav({ seed: 501 }),
      'a/cover.jpg': fixture.cover,
      'a/release.yaml': own(2001),
      'b/1.wav': wav({ seed: 502 }),
      'b/cover.jpg': fixture.cover,
      'b/release.yaml': own(2002),
      'release.defaults.yaml': `${common.replace(/upc: .*\n/, '')}trackDefaults: { composition: original, containsSamples: false }\n`,
    })
    const { code, stderr } = await runSpindle(['deliver', parent, '--submit'], fixture.settings)
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/\nFound in all: 12 warnings\n2 submitted\n$/)
  })

  it('leaves open what the hub fills from its own defaults, and a dry run counts on them', async () => {
    const file = await makeFolder({ 'defaults.yaml': 'label: Blue Lamp\ngenre: jazz\npLine: { text: Blue Lamp }\n' })
    const set = await runSpindle(['defaults', 'set', join(file, 'defaults.yaml')], fixture.settings)
    expect(set.code, set.stderr).toBe(0)
    const folder = await makeFolder({
      '01 Song 1.wav': wav({ seed: 503 }),
      'cover.jpg': fixture.cover,
      'release.yaml': completeManifest(2003, 1)
        .replace(/^label: .*\n/m, '')
        .replace(/^pLine: .*\n/m, ''),
    })
    const dry = JSON.parse((await runSpindle(['deliver', folder, '--dry-run', '--json'], fixture.settings)).stdout)
    expect(dry.request.body).not.toHaveProperty('label')
    expect(dry.findings.map(({ code }: { code: string }) => code)).not.toContain('label_missing')
    const { code, stdout, stderr } = await runSpindle(['deliver', folder, '--json'], fixture.settings)
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('Filled from defaults of the hub: label, pLine')
    const { releaseId } = JSON.parse(stdout)
    const shown = await runSpindle(['releases', 'get', releaseId, '--json'], fixture.settings)
    expect(JSON.parse(shown.stdout)).toMatchObject({
      label: 'Blue Lamp',
      genre: 'pop',
      pLine: { year: 2026, text: 'Blue Lamp' },
    })
  })

  it('counts on the codes of the label in a dry run', async () => {
    const [account] = await fixture.hub.opened.database.system.rows<{ id: AccountId }>('select id from accounts')
    const codes = { isrcPrefix: 'QZABC', upcRange: '0614141' }
    await fixture.hub.hub.releases.allowedCodes.allow(account?.id as AccountId, codes)
    await fixture.client.labels.create({ name: 'Green Lamp', ...codes })
    const findingsWith = async (label: string) => {
      const manifest = completeManifest(2004, 1)
        .replace(/^label: .*$/m, `label: ${label}`)
        .replace(/^upc: .*\n/m, '')
        .replace(/, isrc: \w+|^ +isrc: .*\n/m, '')
      const folder = await makeFolder({
        '01 Song 1.wav': wav({ seed: 504 }),
        'cover.jpg': fixture.cover,
        'release.yaml': manifest,
      })
      const dry = JSON.parse((await runSpindle(['deliver', folder, '--dry-run', '--json'], fixture.settings)).stdout)
      return dry.findings
        .filter(({ code }: { code: string }) => code.startsWith('identifier_'))
        .map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`)
    }
    expect(await findingsWith('Red Lamp')).toEqual(['identifier_missing /upc', 'identifier_missing /tracks/0/isrc'])
    expect(await findingsWith('green lamp')).toEqual(['identifier_assigned /upc', 'identifier_assigned /tracks/0/isrc'])
  })

  it('takes the year of a line from the dates of the release, and a subgenre only beside its genre', async () => {
    const defaults = 'genre: jazz\nsubgenre: bebop\npLine: { text: Blue Lamp }\n'
    const dated = { ...song, 'release.yaml': "releaseDate: '2027-03-05'\n" }
    const { request } = await planWith(dated, { '../release.defaults.yaml': defaults })
    expect(request).toMatchObject({ genre: 'jazz', subgenre: 'bebop', pLine: { year: 2027, text: 'Blue Lamp' } })
    const own = { ...song, 'release.yaml': 'genre: rock\n' }
    const { plan } = await planWith(own, { '../release.defaults.yaml': defaults })
    expect(plan.defaults.members).toEqual([])
  })
})
