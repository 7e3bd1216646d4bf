import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeWav } from '../../src/cli/synthesis/index.ts'
import { findChildWalls, mediaAnalyser } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { isRoot, whyNotReadable } from '../harness/other-users.ts'
import { sine } from './signals.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindle-media-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tone = sine({ frequency: 440, seconds: 0.2, sampleRate: 44_100, bitDepth: 16, level: 0.5 })
const path = join(folder, 'tone.wav')
writeFileSync(path, encodeWav({ sampleRate: 44_100, bitDepth: 16, channels: [tone, tone.map((x) => -x >> 1)] }))

const children = join(import.meta.dirname, 'children')

function analyserWith(entry: string, limits: { timeoutMs?: number; memoryMiB?: number } = {}) {
  const attempts: unknown[] = []
  const log = { ...silentLog, warn: (_: string, fields: unknown) => attempts.push(fields) }
  const codeFor = () => ({ entry: join(children, entry), readable: [children], addons: false })
  return { attempts, analyser: mediaAnalyser({ ...limits, log, codeFor }) }
}

describe('a child that misbehaves', () => {
  it.each([
    ['crash.ts', {}, /SIGABRT|code 134/, /SIGABRT|code 134/],
    ['greedy.ts', { memoryMiB: 128 }, /more than 128 MiB/, /more than 128 MiB/],
    ['chatter.ts', {}, /output was too large/, /output was too large/],
    ['liar.ts', {}, /not a report/, /not a report/],
    ['missing.ts', {}, /ended with exit code 1/, /ended with exit code 1/],
  ])('%s is ended, tried again twice, and becomes a finding', async (entry, limits, first, last) => {
    const { analyser, attempts } = analyserWith(entry, limits)
    const verdict = await analyser.analyse({ path, kind: 'audio' })
    expect(verdict).toMatchObject({ status: 'rejected', technical: null })
    expect(verdict.findings).toHaveLength(1)
    expect(verdict.findings[0]).toMatchObject({
      code: 'analysis_failed',
      severity: 'error',
      message: expect.stringMatching(/failed 3 times/),
    })
    expect(attempts).toEqual([
      expect.objectContaining({ attempt: 1, reason: expect.stringMatching(first) }),
      expect.objectContaining({ attempt: 2 }),
      expect.objectContaining({ attempt: 3, reason: expect.stringMatching(last) }),
    ])
  })
})

describe('a child that computes for ever', () => {
  it('is ended when its processor time is used up, and not tried again: others wait', async () => {
    const { analyser, attempts } = analyserWith('hang.ts', { timeoutMs: 1200 })
    const { status, findings } = await analyser.analyse({ path, kind: 'audio' })
    expect(status).toBe('rejected')
    expect(findings[0]?.message).toMatch(/failed 1 time: it needed more than 600 ms of processor time/)
    expect(attempts).toHaveLength(1)
  })
})

describe('the walls around a child', () => {
  it('drop their account and their network if the system supports it', async () => {
    const walls = await findChildWalls()
    const { analyser } = analyserWith('network-probe.ts')
    const { findings } = await analyser.analyse({ path, kind: 'audio' })
    const seen = JSON.parse(findings[0]?.message ?? '')
    // Requests are answered first.
    expect(seen.niceness).toBeGreaterThanOrEqual(5)
    if (walls.account) expect(seen.uid).not.toBe(0)
    if (walls.network) expect(seen.connection).toBe('ENETUNREACH')
    // Debian has what this needs, and root may use it, if another account can read the code.
    if (isRoot && existsSync('/usr/bin/unshare') && whyNotReadable === undefined)
      expect(walls).toMatchObject({ account: true })
  })

  it('leave it the open file and nothing else', async () => {
    const { analyser } = analyserWith('probe.ts')
    const { findings } = await analyser.analyse({ path, kind: 'audio' })
    expect(JSON.parse(findings[0]?.message ?? '')).toEqual({ allowed: [], environment: [], start: 'RIFF' })
  })
})

describe('the analyser', () => {
  it('answers for a good file, without a path or a name', async () => {
    const analyser = mediaAnalyser({ log: silentLog })
    const verdict = await analyser.analyse({ path, kind: 'audio' })
    expect(verdict.status).toBe('ready')
    expect(verdict.technical).toMatchObject({
      kind: 'audio',
      container: 'wav',
      sampleCount: 8820,
      dualMono: false,
    })
    expect(verdict.findings.map(({ code }) => code)).toEqual(['too_short', 'phase_inverted'])
  })

  it('returns the same result for the same file every time, also in parallel', async () => {
    const analyser = mediaAnalyser({ log: silentLog })
    const verdicts = await Promise.all([1, 2, 3].map(() => analyser.analyse({ path, kind: 'audio' })))
    expect(verdicts[1]).toEqual(verdicts[0])
    expect(verdicts[2]).toEqual(verdicts[0])
  })

  it('rejects when the file cannot be opened: that is not a verdict about the file', async () => {
    const analyser = mediaAnalyser({ log: silentLog })
    await expect(analyser.analyse({ path: join(folder, 'gone'), kind: 'audio' })).rejects.toThrow(/ENOENT/)
  })

  it('ends its children when it is closed, without a verdict', async () => {
    const { analyser } = analyserWith('hang.ts', { timeoutMs: 60_000 })
    const running = analyser.analyse({ path, kind: 'audio' })
    const ending = expect(running).rejects.toMatchObject({ code: 'shutting_down' })
    await analyser.drain()
    await ending
    await expect(analyser.analyse({ path, kind: 'audio' })).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
