import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub } from '../harness/answering-hub.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** Mappings of tables: kept by name, given to an import, and suggested by the hub. */

const id = 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const tables = '/api/v1/distributor/imports/tables'
const mappings = '/api/v1/distributor/imports/table-mappings'
const at = '2026-05-01T08:00:00.000Z'
const mapping = { columns: { upc: 'Barcode', trackTitle: 'Song' }, dates: 'dmy' }
const kept = { name: 'old-shop', mapping, createdAt: at, updatedAt: at }
const outcomes = { waiting: 0, created: 0, updated: 0, unchanged: 0, refused: 0, undone: 0 }
const table = {
  ...{ id, status: 'done', dryRun: true, filename: 't.csv', releases: 0, outcomes, ready: 0, missingFiles: 0 },
  columns: [
    { column: 'Barcode', field: 'upc' },
    { column: 'isrc', field: 'isrc' },
  ],
  ...{ suggestedMapping: { columns: { upc: 'Barcode', genre: 'Style' } }, ignoredColumns: ['Style', 'Mood'] },
  ...{ problems: [], createdAt: at, endedAt: at },
}
const page = { limit: 20, nextCursor: null, hasMore: false }

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  cwd = makeFolder()
  hub = await startAnsweringHub({
    [`GET ${mappings}`]: { body: { data: [kept], page } },
    [`GET ${mappings}/old-shop`]: { body: kept },
    [`PUT ${mappings}/old-shop`]: { body: kept },
    [`DELETE ${mappings}/old-shop`]: { status: 204 },
    [`POST ${tables}`]: { status: 202, body: { id } },
    [`GET ${tables}/${id}`]: { body: table },
    [`GET ${tables}/${id}/releases`]: { body: { data: [], page } },
  })
  await writeFile(join(cwd, 't.csv'), 'Barcode,Song\n')
  await writeFile(join(cwd, 'm.yaml'), 'columns:\n  upc: Barcode\n  trackTitle: Song\ndates: dmy\n')
  await writeFile(join(cwd, 'list.yaml'), '- upc\n')
})
beforeEach(() => hub.forget())

const run = (line: string, to = hub) => runSpindle(line.split(' '), { hub: to, key: 'spn_1', cwd })

describe('import --mapping', () => {
  it.each([
    ['m.yaml', { mapping }],
    ['old-shop', { mappingName: 'old-shop' }],
  ])('sends %s', async (given, more) => {
    await run(`import t.csv --mapping ${given} --dry-run`)
    expect(hub.asked[0]).toEqual({
      call: `POST ${tables}`,
      body: { table: gzipSync('Barcode,Song\n').toString('base64'), filename: 't.csv', dryRun: true, ...more },
    })
  })

  it('shows in a dry run which column became which field, and what is only guessed', async () => {
    const { stdout } = await run('import t.csv --dry-run')
    expect(stdout.split('\n')).toEqual([
      'Barcode → upc',
      'Style is not read: perhaps genre, which needs a mapping',
      'Mood is not read',
      '',
    ])
  })

  it('prints the suggested mapping of a refused table as a file that --mapping reads', async () => {
    const problems = [
      { code: 'columns_unknown', severity: 'error', line: null, column: null, message: 'A guess.', fix: 'Check.' },
    ]
    const refusing = await startAnsweringHub({
      [`POST ${tables}`]: { status: 202, body: { id } },
      [`GET ${tables}/${id}`]: { body: { ...table, status: 'refused', problems } },
    })
    const { code, stdout, stderr } = await run('import t.csv', refusing)
    expect({ code, stdout }).toEqual({ code: 4, stdout: 'columns:\n  upc: Barcode\n  genre: Style\n' })
    expect(stderr).toBe(
      '✖ t.csv was refused: A guess.  [columns_unknown]\n  Save the suggested mapping as mapping.yaml, check each column, and add: --mapping mapping.yaml\n',
    )
  })

  it.each([
    ['import t.csv --mapping Old.Shop', 2, '✖ --mapping: Old.Shop is neither a file nor the name of a kept mapping'],
    ['import t.csv --mapping m.yaml --preset spindle', 2, '✖ --mapping and --preset cannot be used together'],
    ['import t.csv --mapping list.yaml', 4, '✖ list.yaml is not a mapping'],
    ['import package.zip --mapping m.yaml', 2, '✖ --audio, --preset, --mapping and --dry-run are for tables'],
  ])('%s ends with %i before the table is sent', async (line, code, what) => {
    const ended = await run(line)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toContain(what)
    expect(hub.asked).toEqual([])
  })
})

describe('quotas', () => {
  const key = '/api/v1/distributor/key'
  const missing = { kind: 'audio', trackId: null, title: 'Song', files: ['song.wav'], sha256: null }
  const release = {
    ...{ position: 1, key: 'A', line: 2, rows: 1, title: 'A', outcome: 'created', releaseId: null },
    ...{ problems: [], missingFiles: [missing] },
  }
  const hubWith = (used: number) =>
    startAnsweringHub({
      [`POST ${tables}`]: { status: 202, body: { id } },
      [`GET ${tables}/${id}`]: { body: { ...table, dryRun: false } },
      [`GET ${tables}/${id}/releases`]: { body: { data: [release], page } },
      [`GET ${key}`]: { body: { quotas: [{ name: 'storedBytes', limit: 5_000, used }] } },
    })

  it('sends no byte if the masters are more than the account can store', async () => {
    await mkdir(join(cwd, 'masters'), { recursive: true })
    await writeFile(join(cwd, 'masters', 'song.wav'), Buffer.alloc(3_100))
    const full = await hubWith(4_000)
    const { code, stderr } = await run('import t.csv --audio masters', full)
    expect({ code, told: stderr.split('\n')[0] }).toEqual({
      code: 1,
      told: '✖ 3.1 kB to send, but the account can store 1.0 kB more. Nothing was sent  [quota_exceeded]',
    })
    expect(stderr).toContain('SPINDLE_QUOTA_STORED_BYTES')
    expect(full.asked.map(({ call }) => call)).not.toContain('POST /api/v1/distributor/uploads')
  })

  it('sums up the masters of all folders before the first is delivered', async () => {
    for (const name of ['one', 'two']) {
      await mkdir(join(cwd, 'albums', name), { recursive: true })
      await writeFile(join(cwd, 'albums', name, '01.wav'), Buffer.alloc(3_000))
    }
    const { code, stderr } = await run('deliver albums/one albums/two', await hubWith(0))
    expect({ code, told: stderr.split('\n')[0] }).toEqual({
      code: 1,
      told: '✖ 6.0 kB to send, but the account can store 5.0 kB more. Nothing was sent  [quota_exceeded]',
    })
  })

  it('says in a dry run whether the quota of releases suffices', async () => {
    const dry = (suffices: boolean) =>
      startAnsweringHub({
        [`POST ${tables}`]: { status: 202, body: { id } },
        [`GET ${tables}/${id}`]: {
          body: {
            ...{ ...table, tracks: 12, outcomes: { ...outcomes, created: 2 } },
            releaseQuota: { limit: 10, used: suffices ? 3 : 9, suffices },
          },
        },
        [`GET ${tables}/${id}/releases`]: { body: { data: [], page } },
      })
    const fits = await run('import t.csv --dry-run', await dry(true))
    expect(fits.code).toBe(0)
    expect(fits.stderr).toContain('2 new releases (12 tracks in the table): the account has 3 of 10 releases.')
    const full = await run('import t.csv --dry-run', await dry(false))
    expect(full.code).toBe(1)
    expect(full.stderr).toContain('2 new releases (12 tracks in the table), but the account can have 1 more.')
  })
})

describe('mappings', () => {
  it('keeps, lists, shows and deletes', async () => {
    expect(await run('mappings keep old-shop m.yaml')).toEqual({
      code: 0,
      stdout: 'old-shop is kept. Use it with: spindle import <table> --mapping old-shop\n',
      stderr: '',
    })
    expect(hub.asked).toEqual([{ call: `PUT ${mappings}/old-shop`, body: mapping }])
    expect((await run('mappings list')).stdout).toContain('old-shop')
    expect((await run('mappings get old-shop')).stdout).toBe(
      'columns:\n  upc: Barcode\n  trackTitle: Song\ndates: dmy\n',
    )
    expect((await run('mappings delete old-shop --yes')).stdout).toContain('old-shop was deleted.')
  })
})
