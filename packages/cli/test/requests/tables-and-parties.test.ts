import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** Imports of tables, and parties: what is shown at 80 columns, and what is refused before or by the hub. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [id, party] = [`tbi_${ulid}`, `pty_${ulid}`]
const [noTable, noParty] = ['tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYC', 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYC']
const tables = '/api/v1/distributor/imports/tables'
const parties = '/api/v1/distributor/parties'
const at = '2026-05-01T08:00:00.000Z'

const listOf = (...data: readonly object[]): WrittenAnswer => ({
  body: { data, page: { limit: 20, nextCursor: null, hasMore: false } },
})
const problem = (status: number, error: string, detail: string, more: object = {}): WrittenAnswer => ({
  status,
  body: { title: detail, status, detail, error, requestId: 'req_1', ...more },
})

const outcomes = { waiting: 0, created: 2, updated: 0, unchanged: 0, refused: 1, undone: 4 }
const table = {
  id,
  status: 'done',
  dryRun: false,
  filename: 'catalogue of the label.xlsx',
  releases: 3,
  outcomes,
  ready: 1,
  missingFiles: 2,
  problems: [],
  createdAt: at,
  endedAt: at,
}
const waiting = {
  key: 'A',
  line: 2,
  title: 'Rain',
  outcome: 'created',
  problems: [],
  missingFiles: [{ kind: 'audio', trackId: null, title: 'Rain', files: ['one/rain.wav'] }],
}
const mistake = (column: string | null, message: string) => ({ code: 'x', severity: 'error', line: 3, column, message })
const refused = {
  ...waiting,
  key: 'B',
  line: 3,
  title: null,
  outcome: 'refused',
  missingFiles: [],
  problems: [
    mistake('releaseDate', '"soon" is not a date'),
    mistake(null, 'It has no\u001b[31m tracks'),
    mistake('upc', 'It is wrong'),
    mistake('isrc', 'It is wrong'),
  ],
}
const ada = {
  id: party,
  name: 'Ada',
  legalName: 'Augusta King',
  names: [{ language: 'ja', name: 'エイダ' }],
  isni: null,
  ipi: '00052210040',
  newAt: ['spotify', 'apple'],
  defaultRoles: [],
  releaseCount: 3,
  createdAt: at,
}

const answers: Readonly<Record<string, WrittenAnswer>> = {
  [`GET ${tables}`]: listOf(table, { ...table, status: 'refused', filename: null }),
  [`POST ${tables}`]: { status: 202, body: table },
  [`GET ${tables}/${id}`]: { body: table },
  [`GET ${tables}/${id}/releases`]: listOf(waiting, refused),
  [`GET ${tables}/${noTable}/errors`]: problem(404, 'import_not_found', 'There is no such import.'),
  [`POST ${tables}/${id}/undo`]: { status: 202, body: table },
  [`POST ${tables}/${noTable}/undo`]: problem(409, 'state_conflict', 'The import is running.'),
  [`GET ${parties}`]: listOf(ada, { ...ada, legalName: null, ipi: null, releaseCount: 0 }),
  [`GET ${parties}/${party}`]: { body: ada },
  [`GET ${parties}/${noParty}`]: problem(404, 'party_not_found', 'There is no such party.'),
  [`POST ${parties}`]: problem(422, 'validation_failed', 'The request is not valid', {
    errors: [{ pointer: '/isni', code: 'invalid', detail: 'The last character is wrong.', fix: 'Check the number.' }],
  }),
  [`PATCH ${parties}/${party}`]: { body: ada },
  [`DELETE ${parties}/${party}`]: problem(403, 'permission_missing', 'The key lacks music:write.'),
}

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  hub = await startAnsweringHub(answers)
  cwd = makeFolder()
  await writeFile(join(cwd, 't.csv'), 'externalId\nA\n')
  await mkdir(join(cwd, 'masters'))
})
beforeEach(() => hub.forget())

const run = (line: string) => runSpindle(line.split(' '), { hub, key: 'spn_1', cwd })
const linesAt80 = async (line: string, to: AnsweringHub = hub): Promise<readonly string[]> => {
  const { stdout } = await runInTerminal(line.split(' '), { hub: to, key: 'spn_1', cwd, columns: 80 })
  return stripVTControlCharacters(stdout).trimEnd().split('\r\n')
}

describe('a terminal of 80 columns', () => {
  it.each<[string, readonly string[]]>([
    [
      'imports tables',
      [
        'ID             STATUS   FILE                   RELEASES  READY  REFUSED  MISSING',
        'tbi_…N5T0RHYB  done     catalogue of the       3         1      1        2',
        '                        label.xlsx',
        'tbi_…N5T0RHYB  refused  -                      3         1      1        2',
      ],
    ],
    [`imports undo ${id} --yes`, ['4 deleted, 2 kept because they were changed since.']],
    [
      'import t.csv',
      [
        '✖ A Rain (line 2)',
        '  1 file missing, such as one/rain.wav',
        '✖ B (line 3)',
        '  releaseDate: "soon" is not a date (line 3)',
        '  It has no tracks (line 3)',
        '  upc: It is wrong (line 3)',
        '  and 1 more',
        '0 ready, 2 need you (2 created, 1 refused, 4 undone)',
        'Next: correct the rows of: spindle imports errors tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        '  > errors.csv',
      ],
    ],
    [
      'parties list',
      [
        'ID                              NAME  LEGAL NAME    ISNI  IPI          RELEASES',
        'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB  Ada   Augusta King  -     00052210040  3',
        'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB  Ada   -             -     -            0',
      ],
    ],
    [
      `parties get ${party}`,
      [
        'id            pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        'name          Ada',
        'legalName     Augusta King',
        'names         エイダ (ja)',
        'ipi           00052210040',
        'newAt         spotify, apple',
        'releaseCount  3',
        'createdAt     2026-05-01 08:00:00Z',
      ],
    ],
  ])('%s', async (line, shown) => expect(await linesAt80(line)).toEqual(shown))

  it('says how to begin when a list is empty', async () => {
    const empty = await startAnsweringHub({ [`GET ${tables}`]: listOf(), [`GET ${parties}`]: listOf() })
    expect(await linesAt80('imports tables', empty)).toEqual([
      'There are no imports of tables. Import one with: spindle import <table>',
    ])
    expect(await linesAt80('parties list', empty)).toEqual([
      'There are no parties. Create one with: spindle parties create <name>',
    ])
    expect(await linesAt80('parties list --query ada', empty)).toEqual(['No party has this name or identifier.'])
  })
})

describe('import of a table', () => {
  it('shows what needs a person in a pipe, and its counts on stderr', async () => {
    const { code, stdout, stderr } = await run('import t.csv --audio masters')
    expect({ code, stderr, first: stdout.split('\n')[0] }).toEqual({
      code: 4,
      stderr: '0 ready, 2 need you (2 created, 1 refused, 4 undone)\n',
      first: '✖ A Rain (line 2)',
    })
    expect(hub.asked.map(({ call }) => call)).not.toContain(`POST ${tables}/${id}/attach-masters`)
  })

  it.each([
    ['import none.csv', '✖ none.csv cannot be read  [usage]', '  Name an existing csv, tsv or xlsx file.'],
    [
      'import t.csv --audio nowhere',
      '✖ nowhere is not a folder or ZIP that can be read  [usage]',
      '  Name the folder or ZIP with the masters: --audio <folder or ZIP>.',
    ],
  ])('%s ends with 2 before the table is sent', async (line, what, fix) => {
    expect(await run(line)).toEqual({ code: 2, stdout: '', stderr: `${what}\n${fix}\n` })
    expect(hub.asked).toEqual([])
  })

  it('shows the folder as missing also for a tsv and for names in capitals', async () => {
    await writeFile(join(cwd, 'T.TSV'), 'externalId\nA\n')
    expect((await run('import T.TSV --audio nowhere')).code).toBe(2)
    expect(hub.asked).toEqual([])
  })
})

describe('what is refused', () => {
  it.each<[string, number, readonly string[]]>([
    [`imports errors ${noTable}`, 1, ['✖ There is no such import.  [import_not_found]']],
    [`imports undo ${noTable} --yes`, 1, ['✖ The import is running.  [state_conflict]']],
    [
      `imports undo ${id}`,
      2,
      ['✖ This command needs confirmation, but no terminal is attached  [usage]', '  Add --yes.'],
    ],
    [
      'import t.csv --preset wrong',
      2,
      ['✖ --preset is "wrong"; take one of: spindle, catalog, audiosalad, massivemusic, mixbank, revelator  [usage]'],
    ],
    [
      'parties create Ada --isni 1',
      4,
      [
        '✖ The request is not valid  [validation_failed]',
        '  /isni: The last character is wrong. Check the number.',
        '  Fix the listed problems, then run the same command again.',
      ],
    ],
    ['parties create Ada --new-at tape', 2, ['✖ --new-at is "tape"; take one of: spotify, apple  [usage]']],
    [
      `parties get ${noParty}`,
      1,
      ['✖ There is no such party.  [party_not_found]', '  List the parties to find the id.'],
    ],
    [`parties delete ${party} --yes`, 3, ['✖ The key lacks music:write.  [permission_missing]']],
  ])('%s ends with %i', async (line, exitCode, shown) => {
    const { code, stdout, stderr } = await run(line)
    const lines = stderr.split('\n').slice(0, shown.length)
    expect({ code, stdout, lines }).toEqual({ code: exitCode, stdout: '', lines: shown })
  })
})

describe('parties update', () => {
  it.each<[readonly string[], object]>([
    [['--spotify', '', '--legal-name', 'A. King'], { spotify: null, legalName: 'A. King' }],
    [['--roles', ''], { defaultRoles: [] }],
    [['--roles', 'composer, lyricist'], { defaultRoles: ['composer', 'lyricist'] }],
    [['--new-at', 'spotify,apple'], { newAt: ['spotify', 'apple'] }],
  ])('sends only what is given, and removes what is empty: %j', async (options, body) => {
    const args = ['parties', 'update', party, ...options]
    expect(await runSpindle(args, { hub, key: 'spn_1' })).toMatchObject({ code: 0, stderr: '' })
    expect(hub.asked).toEqual([{ call: `PATCH ${parties}/${party}`, body }])
  })
})
