import { stripVTControlCharacters } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle, startInTerminal } from '../harness/run-spindle.ts'

/** Revisions of a release and the trash, at 80 columns and in a pipe, with what the hub refuses. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [id, gone] = [`rel_${ulid}`, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC']
const music = '/api/v1/music-distributor'
const ofRelease = `${music}/releases/${id}`
const at = '2026-05-01T08:00:00.000Z'

const listOf = (...data: readonly object[]): WrittenAnswer => ({
  body: { data, page: { limit: 20, nextCursor: null, hasMore: false } },
})
const problem = (status: number, error: string, detail: string): WrittenAnswer => ({
  status,
  body: { title: detail, status, detail, error, requestId: 'req_1' },
})

const release = {
  id,
  title: 'Night Drive',
  type: 'ep',
  releaseDate: null,
  status: 'draft',
  tracks: [{ number: 1, title: 'First Light', isrc: null }],
}
const revision = {
  revision: 4,
  title: 'Night Drive (Deluxe Edition)',
  trackCount: 2,
  submittedAt: at,
  submittedBy: { type: 'user', id: 'usr_1', name: 'Ada' },
  approvedAt: null,
  deliveredAt: null,
}
const changes = [
  { pointer: '/title', before: 'Night', after: 'Night Drive' },
  { pointer: '/tracks/0/isrc', before: null, after: 'ZZABC2600001' },
  { pointer: '/tracks/1', before: { title: 'Rain', explicit: false }, after: null },
]
const trashed = {
  id,
  title: 'Night Drive',
  displayArtist: 'Mia Blue',
  deletedAt: at,
  expiresAt: '2026-05-31T08:00:00.000Z',
  deletedBy: { type: 'key', id: 'key_1', name: null },
}

const answers: Readonly<Record<string, WrittenAnswer>> = {
  [`GET ${ofRelease}`]: { body: release },
  [`GET ${ofRelease}/revisions`]: listOf(revision, { ...revision, revision: 1, submittedBy: null, deliveredAt: at }),
  [`GET ${ofRelease}/revisions/4`]: {
    body: { revision: 4, content: { ...release, title: 'Night\u001b[31m Drive' } },
  },
  [`GET ${ofRelease}/revisions/9`]: problem(404, 'revision_not_found', 'There is no such revision.'),
  [`GET ${ofRelease}/revisions/4/changes`]: { body: { revision: 4, from: 1, changes } },
  [`GET ${ofRelease}/revisions/2/changes`]: { body: { revision: 2, from: 1, changes: changes.slice(0, 1) } },
  [`GET ${ofRelease}/revisions/1/changes`]: { body: { revision: 1, from: null, changes: [] } },
  [`POST ${ofRelease}/revisions/4/restore`]: {
    body: { release, kept: [{ pointer: '/upc', message: 'Outlets have this UPC.' }] },
  },
  [`POST ${ofRelease}/revisions/1/restore`]: problem(409, 'state_conflict', 'The release is in review.'),
  [`GET ${music}/trash`]: listOf(trashed),
  [`POST ${music}/trash/${id}/restore`]: { body: release },
  [`POST ${music}/trash/${gone}/restore`]: problem(409, 'external_id_taken', 'Another release has this externalId.'),
  [`DELETE ${music}/trash/${id}`]: { status: 204 },
  [`DELETE ${music}/trash/${gone}`]: problem(404, 'release_not_found', 'There is no such release.'),
}

let hub: AnsweringHub
beforeAll(async () => {
  hub = await startAnsweringHub(answers)
})
beforeEach(() => hub.forget())

const run = (line: string, to: AnsweringHub = hub) => runSpindle(line.split(' '), { hub: to, key: 'spn_1' })
const linesAt80 = async (line: string, to: AnsweringHub = hub): Promise<readonly string[]> => {
  const { stdout } = await runInTerminal(line.split(' '), { hub: to, key: 'spn_1', columns: 80 })
  return stripVTControlCharacters(stdout).trimEnd().split('\r\n')
}

describe('a terminal of 80 columns', () => {
  it.each<[string, readonly string[]]>([
    [
      `releases revisions ${id}`,
      [
        '4',
        '  title      Night Drive (Deluxe Edition)',
        '  tracks     2',
        '  submitted  2026-05-01 08:00:00Z',
        '  approved   -',
        '  delivered  -',
        '1',
        '  title      Night Drive (Deluxe Edition)',
        '  tracks     2',
        '  submitted  2026-05-01 08:00:00Z',
        '  approved   -',
        '  delivered  2026-05-01 08:00:00Z',
      ],
    ],
    [`releases revision ${id} 4`, ['Revision 4: Night Drive', '  1  First Light  no ISRC yet']],
    [
      `releases compare ${id} 4`,
      [
        'Revision 4 has 3 changes since revision 1.',
        '  /title',
        '    - "Night"',
        '    + "Night Drive"',
        '  /tracks/0/isrc',
        '    - nothing',
        '    + "ZZABC2600001"',
        '  /tracks/1',
        '    - {"title":"Rain","explicit":false}',
        '    + nothing',
      ],
    ],
    [
      `releases compare ${id} 2`,
      ['Revision 2 has 1 change since revision 1.', '  /title', '    - "Night"', '    + "Night Drive"'],
    ],
    [`releases compare ${id} 1`, ['Revision 1 is the first one.']],
    [
      `releases restore ${id} 4 --yes`,
      [
        '"Night Drive", ep, 1 track, no release date has the content of revision 4.',
        '  Not restored: /upc  Outlets have this UPC.',
        'Next: spindle releases submit rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      ],
    ],
    [
      'releases trash list',
      [
        'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        '  title    Night Drive',
        '  artist   Mia Blue',
        '  deleted  2026-05-01 08:00:00Z',
        '  until    2026-05-31 08:00:00Z',
      ],
    ],
    [
      `releases trash restore ${id}`,
      [
        '"Night Drive", ep, 1 track, no release date is draft.',
        'Next: spindle releases get rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      ],
    ],
    [`releases trash erase ${id} --yes`, ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB is erased.']],
    ['releases trash empty --yes', ['1 draft erased.']],
  ])('%s', async (line, shown) => expect(await linesAt80(line)).toEqual(shown))

  it('says when there is nothing', async () => {
    const empty = await startAnsweringHub({
      [`GET ${music}/trash`]: listOf(),
      [`GET ${ofRelease}/revisions`]: listOf(),
    })
    expect(await linesAt80('releases trash list', empty)).toEqual(['The trash is empty.'])
    expect(await linesAt80('releases trash empty --yes', empty)).toEqual(['0 drafts erased.'])
    expect(await linesAt80(`releases revisions ${id}`, empty)).toEqual(['The release was not submitted yet.'])
  })
})

describe('a pipe', () => {
  it('has one row a revision and one a draft in the trash, without headings', async () => {
    expect((await run(`releases revisions ${id}`)).stdout).toBe(
      `4\tNight Drive (Deluxe Edition)\t2\t${at}\tAda\t-\t-\n1\tNight Drive (Deluxe Edition)\t2\t${at}\t-\t-\t${at}\n`,
    )
    expect((await run('releases trash list')).stdout).toBe(
      `${id}\tNight Drive\tMia Blue\t${at}\tkey\t2026-05-31T08:00:00.000Z\n`,
    )
  })

  it('has the whole answer as JSON', async () => {
    const json = async (line: string): Promise<unknown> => JSON.parse((await run(`${line} --json`)).stdout) as unknown
    expect(await json(`releases compare ${id} 4`)).toEqual({ revision: 4, from: 1, changes })
    expect(await json(`releases restore ${id} 4 --yes`)).toMatchObject({ release: { id }, kept: [{ pointer: '/upc' }] })
    expect(await json(`releases trash erase ${id} --yes`)).toEqual({ id, erased: true })
    expect(await json('releases trash empty --yes')).toEqual({ erased: 1 })
  })
})

describe('what is refused', () => {
  it.each<[string, number, string]>([
    [`releases revision ${id} 9`, 1, '✖ There is no such revision.  [revision_not_found]'],
    [`releases restore ${id} 1 --yes`, 1, '✖ The release is in review.  [state_conflict]'],
    [`releases trash restore ${gone}`, 1, '✖ Another release has this externalId.  [external_id_taken]'],
    [`releases trash erase ${gone} --yes`, 1, '✖ There is no such release.  [release_not_found]'],
    [`releases compare ${id} 4 --from 0`, 2, '✖ --from is "0"  [usage]'],
    [`releases compare ${id} 4 --from 1.5`, 2, '✖ --from is "1.5"  [usage]'],
    [`releases restore ${id} 4`, 2, '✖ This command needs confirmation, but no terminal is attached  [usage]'],
    [`releases trash erase ${id}`, 2, '✖ This command needs confirmation, but no terminal is attached  [usage]'],
  ])('%s ends with %i', async (line, exitCode, shown) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout, line: stderr.split('\n')[0] }).toEqual({ code: exitCode, stdout: '', line: shown })
  })

  it('stops emptying the trash if the key may not erase, and says so', async () => {
    const closed = await startAnsweringHub({
      ...answers,
      [`DELETE ${music}/trash/${id}`]: problem(403, 'permission_missing', 'The key lacks music:write.'),
    })
    const { code, stdout, stderr } = await run('releases trash empty --yes', closed)
    expect({ code, stdout, line: stderr.split('\n')[0] }).toEqual({
      code: 3,
      stdout: '',
      line: '✖ The key lacks music:write.  [permission_missing]',
    })
  })
})

describe('the question before', () => {
  it.each([
    [
      `releases restore ${id} 4`,
      'Replace the current content by revision 4: "Night Drive", ep, 1 track, no release date?',
      [`GET ${ofRelease}`],
    ],
    [`releases trash erase ${id}`, `Erase the deleted draft ${id}? It cannot be restored.`, []],
    ['releases trash empty', 'Erase all deleted drafts? They cannot be restored.', []],
  ])('%s asks, and no changes nothing', async (line, question, calls) => {
    const running = startInTerminal(line.split(' '), { hub, key: 'spn_1', columns: 120 })
    await running.untilShown(question)
    running.type('n')
    expect((await running.result).code).toBe(1)
    expect(hub.asked.map(({ call }) => call)).toEqual(calls)
  })
})
