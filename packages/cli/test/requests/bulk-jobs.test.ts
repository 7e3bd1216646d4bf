import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle, startInTerminal } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** Bulk jobs: what is shown at 80 columns and in a pipe, what is asked before, and how each command ends. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [id, unknown] = [`blk_${ulid}`, 'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYC']
const release = `rel_${ulid}`
const bulk = '/api/v1/distributor/bulk'
const createdAt = '2026-05-01T08:00:00.000Z'

const listOf = (...data: readonly object[]): WrittenAnswer => ({
  body: { data, page: { limit: 20, nextCursor: null, hasMore: false } },
})
const problem = (status: number, error: string, detail: string, more: object = {}): WrittenAnswer => ({
  status,
  body: { title: detail, status, detail, error, requestId: 'req_1', ...more },
})

const counts = { total: 3, waiting: 0, done: 1, unchanged: 0, refused: 2 }
const job = { id, action: 'patch', status: 'completed', dryRun: false, counts, createdAt }
const locked = {
  releaseId: release,
  title: 'Night Drive',
  displayArtist: 'Mia Blue',
  outcome: 'refused',
  code: 'field_locked',
  message: 'A field is locked.',
  errors: [{ pointer: '/upc', message: 'It was delivered with another UPC.', fix: 'Restore the UPC.' }],
}
const gone = {
  ...locked,
  title: null,
  displayArtist: null,
  code: 'release_not_found',
  message: 'The release does not exist.',
  errors: [],
}
const waiting = { ...counts, total: 1, waiting: 1, done: 0, refused: 0 }
const running = { ...job, action: 'submit', status: 'running', dryRun: true, counts: waiting }

const answers: Readonly<Record<string, WrittenAnswer>> = {
  [`GET ${bulk}`]: listOf(job, running),
  [`GET ${bulk}/${id}`]: { body: job },
  [`GET ${bulk}/${unknown}`]: problem(404, 'bulk_not_found', 'There is no such bulk job.'),
  [`GET ${bulk}/${id}/releases`]: listOf(locked, gone),
  [`POST ${bulk}`]: { status: 202, body: running },
  [`POST ${bulk}/${id}/undo`]: problem(409, 'state_conflict', 'The bulk job is running.'),
  [`POST ${bulk}/${id}/pause`]: problem(403, 'permission_missing', 'The key lacks music:write.'),
}

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  hub = await startAnsweringHub(answers)
  cwd = makeFolder()
  await writeFile(join(cwd, 'label.yaml'), 'label: Blue\n')
})
beforeEach(() => hub.forget())

const run = (line: string, to: AnsweringHub = hub) => runSpindle(line.split(' '), { hub: to, key: 'spn_1', cwd })
const linesAt80 = async (line: string, to: AnsweringHub = hub): Promise<readonly string[]> => {
  const { stdout } = await runInTerminal(line.split(' '), { hub: to, key: 'spn_1', columns: 80 })
  return stripVTControlCharacters(stdout).trimEnd().split('\r\n')
}

describe('bulk jobs in a terminal', () => {
  it.each<[string, readonly string[]]>([
    [
      'bulk list',
      [
        'ID             ACTION  STATUS             RELEASES  DONE  UNCHANGED  REFUSED',
        'blk_…N5T0RHYB  patch   completed          3         1     0          2',
        'blk_…N5T0RHYB  submit  running (dry run)  1         0     0          0',
      ],
    ],
    [
      `bulk get ${id}`,
      ['blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB: patch is completed. 3 releases: 1 done, 0', '  unchanged, 2 refused.'],
    ],
    [
      `bulk releases ${id}`,
      [
        'RELEASE        TITLE        ARTIST    OUTCOME  CODE               REASON',
        'rel_…N5T0RHYB  Night Drive  Mia Blue  refused  field_locked       /upc: It was',
        '                                                                  delivered with',
        '                                                                  another UPC.',
        '                                                                  Restore the',
        '                                                                  UPC.',
        'rel_…N5T0RHYB  -            -         refused  release_not_found  The release',
        '                                                                  does not',
        '                                                                  exist.',
      ],
    ],
    [
      'bulk submit --all --yes',
      [
        'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB: submit (dry run) is running. 1 release: 0 done,',
        '  0 unchanged, 0 refused, 1 waiting.',
        'Next: spindle bulk watch blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      ],
    ],
  ])('%s', async (line, shown) => expect(await linesAt80(line)).toEqual(shown))

  it('an empty list says how to start one', async () => {
    const empty = await startAnsweringHub({ [`GET ${bulk}`]: listOf(), [`GET ${bulk}/${id}/releases`]: listOf() })
    expect(await linesAt80('bulk list', empty)).toEqual([
      'There are no bulk jobs. Start one with: spindle bulk validate --all --dry-run',
    ])
    expect(await linesAt80(`bulk releases ${id} --outcome refused`, empty)).toEqual(['No releases match.'])
  })
})

describe('bulk watch', () => {
  it('shows what was refused in a pipe, a row each, and ends with 4', async () => {
    expect(await run(`bulk watch ${id}`)).toEqual({
      code: 4,
      stderr: '',
      stdout: [
        `${release}\tNight Drive\tMia Blue\trefused\tfield_locked\t/upc: It was delivered with another UPC. Restore the UPC.`,
        `${release}\t-\t-\trefused\trelease_not_found\tThe release does not exist.`,
        `${id}: patch is completed. 3 releases: 1 done, 0 unchanged, 2 refused.`,
        '',
      ].join('\n'),
    })
    const { stdout } = await run(`bulk watch ${id} --json`)
    expect(JSON.parse(stdout)).toEqual({ ...job, refused: [locked, gone] })
  })

  it('names the command for the other refusals if there are more than it shows', async () => {
    const many = await startAnsweringHub({ ...answers, [`GET ${bulk}/${id}/releases`]: listOf(locked) })
    expect((await linesAt80(`bulk watch ${id}`, many)).slice(-2)).toEqual([
      'All refusals: spindle bulk releases blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB --outcome',
      '  refused --all',
    ])
  })

  it.each(['paused', 'cancelled'])('ends with 1 if the job is %s, although releases were refused', async (status) => {
    const stopped = await startAnsweringHub({ ...answers, [`GET ${bulk}/${id}`]: { body: { ...job, status } } })
    expect((await run(`bulk watch ${id}`, stopped)).code).toBe(1)
  })
})

describe('a bulk job that is refused', () => {
  it.each<[string, number, readonly string[]]>([
    [
      `bulk get ${unknown}`,
      1,
      ['✖ There is no such bulk job.  [bulk_not_found]', '  List the bulk jobs to find the id.', '  Request req_1'],
    ],
    [
      `bulk undo ${id} --yes`,
      1,
      [
        '✖ The bulk job is running.  [state_conflict]',
        '  Check its current status (`spindle releases get`, `spindle keys get`) and choose an allowed action.',
        '  Request req_1',
      ],
    ],
    [
      `bulk pause ${id}`,
      3,
      [
        '✖ The key lacks music:write.  [permission_missing]',
        '  Create a key that has the permission: `spindle keys create --name <name> --permissions music:read,music:write`.',
        '  Request req_1',
      ],
    ],
  ])('%s ends with %i', async (line, exitCode, shown) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({ code: exitCode, stdout: '', lines: shown })
  })

  it.each<[string, number, string]>([
    [
      `bulk releases ${id} --outcome wrong`,
      2,
      '✖ --outcome is "wrong"; take one of: waiting, done, unchanged, refused',
    ],
    ['bulk patch label.yaml --yes', 2, '✖ No releases are chosen  [usage]'],
    [`bulk submit --ids ${release} --all --yes`, 2, '✖ Releases are chosen in several ways  [usage]'],
    ['bulk outlets --all --yes', 2, '✖ No outlets are given  [usage]'],
    ['bulk submit --all', 2, '✖ This command needs confirmation, but no terminal is attached  [usage]'],
    ['bulk takedown --all --reason Rights', 2, '✖ This command needs confirmation, but no terminal is attached'],
    ['bulk patch none.yaml --all --yes', 1, '/none.yaml does not exist  [enoent]'],
  ])('%s ends with %i before anything is requested', async (line, code, shown) => {
    expect(await run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(shown) })
    expect(hub.asked).toEqual([])
  })
})

describe('the question of a bulk job', () => {
  const ask = async (line: string, question: string, to: AnsweringHub = hub) => {
    const running = startInTerminal(line.split(' '), { hub: to, key: 'spn_1', cwd, columns: 100 })
    await running.untilShown(question)
    running.type('n')
    return running.result
  }

  it.each([
    [`bulk patch label.yaml --ids ${release}`, 'Start patch for 1 release?'],
    [`bulk submit --ids ${release},${release}`, 'Start submit for 2 releases?'],
    ['bulk redeliver --all', 'Start redeliver for all releases?'],
    ['bulk submit --label Blue --status draft', 'Start submit for all releases with status "draft", label "Blue"?'],
    [`bulk undo ${id}`, `Undo the patches of ${id}?`],
  ])('%s asks: %s; no means that nothing is requested', async (line, question) => {
    const { code, stdout } = await ask(line, question)
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing was changed') })
    expect(hub.asked).toEqual([])
  })

  const takedown = 'bulk takedown --label Blue --reason Rights'
  const catalogOf = (total: number) =>
    startAnsweringHub({
      'GET /api/v1/distributor/catalog': {
        body: { data: [], page: { limit: 1, nextCursor: null, hasMore: false, total } },
      },
    })
  const counted = 'GET /api/v1/distributor/catalog?label=Blue&limit=1&count=true'

  it('has the number of releases for a takedown, from a request that starts no job', async () => {
    const counting = await catalogOf(1)
    const { code } = await ask(takedown, 'Take 1 release down?', counting)
    expect(code).toBe(1)
    expect(counting.asked.map(({ call }) => call)).toEqual([counted])
  })

  it('has the number of ids for a takedown, and requests nothing', async () => {
    await ask(`bulk takedown --ids ${release},${release} --reason Rights`, 'Take 1 release down?')
    expect(hub.asked).toEqual([])
  })

  it('is not asked for a takedown if no release matches, and no job starts', async () => {
    const counting = await catalogOf(0)
    const { code, stdout } = await runInTerminal(takedown.split(' '), { hub: counting, key: 'spn_1', columns: 100 })
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining('No releases match') })
    expect(counting.asked.map(({ call }) => call)).toEqual([counted])
  })
})
