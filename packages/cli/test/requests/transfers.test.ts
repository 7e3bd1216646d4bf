import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub } from '../harness/answering-hub.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** Transfers from another distributor: what is sent, what the letter says, and how each command ends. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [id, refusedId] = [`trf_${ulid}`, 'trf_01JD3MZ6V8Q4W9X2K7N5T0RHYC']
const path = '/api/v1/distributor/transfers'
const store = { id: 'spotify', name: 'Spotify' }
const transfer = {
  ...{ id, name: 'old.csv', distributor: 'Old Shop', deadline: '2027-03-31', daysLeft: 12, status: 'ready' },
  ...{ filename: 'old.csv', outlets: [store], releases: 2, tracks: 3, suggestedMapping: null, ignoredColumns: [] },
  ...{ problems: [], createdAt: '2026-05-01T08:00:00.000Z' },
  comparison: { errors: 1, warnings: 0, equal: 1 },
  progress: [{ outlet: store, notSent: 0, sent: 0, live: 2, oldDown: 0 }],
}
const live = { outlet: store, state: 'live', liveAt: null, markedAt: null, markedBy: null, reason: null }
const release = {
  ...{ position: 1, line: 2, upc: '0200000000011', title: 'Night Drive', artist: 'Ada Lund', errors: 0, warnings: 0 },
  ...{ isrcs: ['ZZABC2600001', 'ZZABC2600002'], releaseId: `rel_${ulid}`, findings: [] },
  stores: [live, { ...live, outlet: { id: 'deezer', name: 'Deezer' }, state: 'sent' }],
}
const finding = {
  ...{ code: 'isrc_differs', severity: 'error', line: 4, trackId: null },
  ...{ message: 'The ISRC differs.', fix: 'Set it.' },
}
const wrong = { ...release, position: 2, line: 4, upc: '036000291452', errors: 1, findings: [finding] }
const problem = {
  code: 'columns_unknown',
  severity: 'error',
  line: null,
  column: null,
  message: 'A guess.',
  fix: 'Check.',
}

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  cwd = makeFolder()
  await writeFile(join(cwd, 'old.csv'), 'upc\n')
  await writeFile(join(cwd, 'other.csv'), 'Barcode\n')
  const page = { limit: 100, nextCursor: null, hasMore: false }
  hub = await startAnsweringHub({
    [`POST ${path}`]: { status: 202, body: { id } },
    [`GET ${path}`]: { body: { data: [transfer], page } },
    [`DELETE ${path}/${id}`]: { status: 204 },
    [`GET ${path}/${id}`]: { body: transfer },
    [`GET ${path}/${id}/releases`]: { body: { data: [release, wrong], page } },
    [`POST ${path}/${id}/marks`]: { body: { changed: 2, unchanged: 0 } },
  })
})
beforeEach(() => hub.forget())

const run = (line: string, to = hub) => runSpindle(line.split(' '), { hub: to, key: 'spn_1', cwd })

describe('transfers create', () => {
  it('sends the table and shows each store with the days left', async () => {
    const { code, stdout, stderr } = await run(
      'transfers create old.csv --distributor Shop --deadline 2027-03-31 --outlets spotify',
    )
    expect(hub.asked[0]).toEqual({
      call: `POST ${path}`,
      body: {
        ...{ name: 'old.csv', distributor: 'Shop', deadline: '2027-03-31', filename: 'old.csv', outlets: ['spotify'] },
        table: gzipSync('upc\n').toString('base64'),
      },
    })
    expect(code).toBe(0)
    expect(stdout).toContain('Spotify\t0\t0\t2\t0')
    expect(stderr).toContain(
      '2 releases of the table: 1 equal; 0 with warnings, 1 with errors; 12 days left until 2027-03-31',
    )
  })

  it('deletes a transfer whose table was refused, and shows the suggested mapping', async () => {
    const other = await startAnsweringHub({
      [`POST ${path}`]: { status: 202, body: { id: refusedId } },
      [`GET ${path}/${refusedId}`]: {
        body: {
          ...transfer,
          ...{ status: 'refused', problems: [problem], suggestedMapping: { columns: { upc: 'Barcode' } } },
        },
      },
      [`DELETE ${path}/${refusedId}`]: { status: 204 },
    })
    const { code, stdout, stderr } = await run(
      'transfers create other.csv --distributor Shop --deadline 2027-03-31',
      other,
    )
    expect(code).toBe(4)
    expect(stdout).toContain('upc: Barcode')
    expect(stderr).toContain('other.csv was refused: A guess.')
    expect(other.asked.map(({ call }) => call)).toContain(`DELETE ${path}/${refusedId}`)
  })

  it('needs the distributor and the deadline', async () => {
    const { code, stderr } = await run('transfers create old.csv --deadline 2027-03-31')
    expect(code).not.toBe(0)
    expect(stderr).toContain('--distributor')
    expect(hub.asked).toEqual([])
  })
})

it('transfers compare ends with 4 if a finding would break play counts, and shows it with its fix', async () => {
  const { code, stdout, stderr } = await run(`transfers compare ${id}`)
  expect(code).toBe(4)
  expect(stdout).toBe('4\t036000291452\terror\tThe ISRC differs. Set it.\n')
  expect(stderr).toContain('1 of 2 releases equal; 1 error, 0 warnings')
})

it.each([
  ['', { outlet: 'spotify', oldIsDown: true }, 'marked as down at the old distributor'],
  [' --up', { outlet: 'spotify', oldIsDown: false }, 'no longer marked'],
  [
    ' --upcs 0200000000011,036000291452 --reason early',
    { outlet: 'spotify', oldIsDown: true, upcs: ['0200000000011', '036000291452'], reason: 'early' },
    'marked as down at the old distributor',
  ],
])('transfers mark --outlet spotify%s', async (more, body, words) => {
  const { code, stdout } = await run(`transfers mark ${id} --outlet spotify${more}`)
  expect({ code, asked: hub.asked }).toEqual({ code: 0, asked: [{ call: `POST ${path}/${id}/marks`, body }] })
  expect(stdout).toBe(`2 releases ${words} at spotify.\n`)
})

it('transfers letter names what is live, at which stores, and leaves out releases with errors', async () => {
  const { code, stderr } = await run(`transfers letter ${id} letter.txt`)
  expect(code).toBe(0)
  const letter = await readFile(join(cwd, 'letter.txt'), 'utf8')
  expect(letter).toContain('To Old Shop,')
  expect(letter).toContain('This release is live at the stores named with it')
  expect(letter).toContain(
    '0200000000011  Night Drive by Ada Lund\n  ISRC: ZZABC2600001, ZZABC2600002\n  Stores: Spotify\n',
  )
  expect(letter).toContain('2027-03-31')
  expect(letter).not.toContain('036000291452')
  expect(stderr).toContain('1 release with errors left out')
})

it('transfers list and get show the deadline and how far each store is', async () => {
  expect((await run('transfers list')).stdout).toBe(`${id}\told.csv\tOld Shop\t2027-03-31\t12\t2\tready\n`)
  const { stdout, stderr } = await run(`transfers get ${id}`)
  expect(stdout).toBe(`${id}  old.csv, from Old Shop\nSpotify\t0\t0\t2\t0\n`)
  expect(stderr).toContain('12 days left until 2027-03-31')
})

it('transfers releases sends its filters and shows the state at each store', async () => {
  const { code, stdout } = await run(`transfers releases ${id} --state live --outlet spotify --severity none`)
  expect(code).toBe(0)
  expect(stdout.split('\n')[0]).toBe(`0200000000011\tNight Drive\trel_${ulid}\t0\t0\tspotify live, deezer sent`)
  expect(hub.asked.map(({ call }) => call)).toEqual([
    `GET ${path}/${id}/releases?state=live&outlet=spotify&severity=none`,
  ])
})

it('transfers compare --errors leaves warnings out, and JSON has the counts', async () => {
  const { stdout } = await run(`transfers compare ${id} --errors --json`)
  expect(JSON.parse(stdout)).toEqual({
    ...{ releases: 2, equal: 1, errors: 1, warnings: 0 },
    findings: [{ upc: '036000291452', releaseId: `rel_${ulid}`, ...finding }],
  })
})

it('transfers letter - prints the letter and writes no file', async () => {
  const { code, stdout } = await run(`transfers letter ${id} -`)
  expect(code).toBe(0)
  expect(stdout).toContain('Subject: Takedown of releases that have moved')
})

it('transfers delete asks before it deletes, and says that releases stay', async () => {
  const asked = await run(`transfers delete ${id}`)
  expect(asked.code).not.toBe(0)
  expect(hub.asked.map(({ call }) => call)).not.toContain(`DELETE ${path}/${id}`)
  const { code, stdout } = await run(`transfers delete ${id} --yes`)
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${id} was deleted. Releases stay.\n` })
})
