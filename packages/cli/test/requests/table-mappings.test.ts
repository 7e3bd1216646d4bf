import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  cwd = await makeFolder()
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
      body: { table: 'QmFyY29kZSxTb25nCg==', filename: 't.csv', dryRun: true, ...more },
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
