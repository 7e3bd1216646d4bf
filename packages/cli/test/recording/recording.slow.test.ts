import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { spawnInTerminal, spawnSpindle } from '../harness/spawn-spindle.ts'
import { makeFolder, type SpindleOptions } from '../harness/spindle-home.ts'
import { makeAlbum } from './album.ts'
import { type Frame, framesOf, looseRedraws } from './frames.ts'
import { openSlowConnection, type SlowConnection } from './slow-connection.ts'

/**
 * What `spindle deliver` looks like, in terminals of 80 and 120 columns and without one: it never runs over the edge,
 * never shows half a redraw, and never loses a line. RECORD=1 makes the recordings in docs/recordings again.
 */

const recordings = fileURLToPath(new URL('../../../../docs/recordings/', import.meta.url))
const files = ['01 Harbour Lights.wav', '02 Slow Tide.wav', '03 Northern Window.wav', 'cover.jpg']
const args = ['deliver', 'night-harbour', '--submit', '--watch']

let hub: TestHub
let line: SlowConnection
const master = makeFolder()

beforeAll(async () => {
  hub = await startTestHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  await makeAlbum(join(master, 'night-harbour'))
})

afterAll(() => line?.close())

/** Its own folder, its own account, and a connection that is slow and lost once. */
async function prepare(): Promise<SpindleOptions> {
  const cwd = makeFolder()
  await cp(master, cwd, { recursive: true })
  const account = await createTestAccount(hub)
  line = await openSlowConnection(hub.url, { bytesPerSecond: 2_500_000, breakAfterBytes: 6_000_000 })
  return { cwd, hub: line, key: await account.key() }
}

describe.each([80, 120])('in a terminal of %i columns', (columns) => {
  let frames: readonly Frame[]
  let output: string

  beforeAll(async () => {
    const { code, stdout } = await spawnInTerminal(args, { ...(await prepare()), columns }).result
    output = stdout
    frames = await framesOf(stdout, columns)
    expect({ code, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stdout: '' })
    if (process.env.RECORD) record(`deliver-${columns}.txt`, scenes(frames, columns))
  }, 240_000)

  it('shows how far the transfer is', () => {
    const percents = frames.flatMap(({ rows }) => percentOf(rows, files[0] ?? ''))
    expect(percents.length).toBeGreaterThan(5)
    // Where the connection was lost it falls back to what the hub holds.
    const falls = percents.filter((percent, index) => percent < (percents[index - 1] ?? 0))
    expect(falls.length).toBeLessThanOrEqual(1)
  })

  it('never runs over the edge', () => {
    expect(frames.flatMap(({ overflowing }) => overflowing)).toEqual([])
  })

  it('redraws completely or not at all', () => {
    expect(looseRedraws(output)).toEqual([])
  })

  it('keeps the line of every file from its first to the last redraw', () => {
    for (const file of files) {
      const shown = frames.map(({ rows }) => rows.some((row) => row.includes(file)))
      expect({ file, lost: shown.slice(shown.indexOf(true)).includes(false) }).toEqual({ file, lost: false })
    }
  })

  it('shows the retry after the connection was lost, and ends live', () => {
    expect(frames.some(({ rows }) => rows.some((row) => /retry 1/.test(row)))).toBe(true)
    expect(frames.at(-1)?.rows.join('\n')).toMatch(/live/)
  })
})

describe('without a terminal', () => {
  it('writes whole lines, one for each thing that happens, and JSON on request on stdout', {
    timeout: 240_000,
  }, async () => {
    const { code, stdout, stderr } = await spawnSpindle([...args, '--json'], await prepare()).result
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'live', title: 'Night Harbour' })
    expect(['\r', '\u001b'].filter((control) => stderr.includes(control))).toEqual([])
    for (const file of files) expect(stderr).toContain(file)
    expect(stderr.split('\n').length).toBeLessThan(60)
    if (process.env.RECORD)
      record('deliver-plain.txt', `$ spindle ${args.join(' ')}\n${normal(stderr)}${normal(stdout)}`)
  })
})

describe('the recordings in docs', () => {
  it.each([80, 120])('fit into %i columns and end live', (columns) => {
    const text = readFileSync(join(recordings, `deliver-${columns}.txt`), 'utf8')
    expect(text.split('\n').filter((row) => row.length > columns)).toEqual([])
    expect(text).toMatch(/retry 1/)
    expect(text.trimEnd().split('\n').slice(-12).join('\n')).toMatch(/live/)
  })

  it('show the same without a terminal', () => {
    expect(readFileSync(join(recordings, 'deliver-plain.txt'), 'utf8')).toMatch(/"status": "live"/)
  })
})

const percentOf = (rows: readonly string[], file: string): number[] =>
  rows
    .filter((row) => row.includes(file))
    .flatMap((row) => (/(\d+)\s?%/.exec(row) ? [Number(/(\d+)\s?%/.exec(row)?.[1])] : []))

/** Some frames represent all: those where something new begins, and the last one. */
function scenes(frames: readonly Frame[], columns: number): string {
  const wanted = 8
  const picked = new Set(
    Array.from({ length: wanted }, (_, index) => Math.round((index * (frames.length - 1)) / (wanted - 1))),
  )
  picked.add(frames.findIndex(({ rows }) => rows.some((row) => /retry 1/.test(row))))
  return [...picked]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)
    .map((index) => {
      const title = `── frame ${index + 1} of ${frames.length} `
      return `${title.padEnd(columns, '─')}\n${normal((frames[index]?.rows ?? []).join('\n'))}\n`
    })
    .join('\n')
}

/** The folder of the test does not belong in a recording. */
const normal = (text: string): string =>
  text
    .replaceAll(/\/\S*spindle-cli-\w+\//g, '~/')
    .trimEnd()
    .concat('\n')

function record(name: string, text: string): void {
  mkdirSync(recordings, { recursive: true })
  writeFileSync(join(recordings, name), text)
}
