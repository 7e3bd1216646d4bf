import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeWav } from '../../src/cli/synthesis/index.ts'
import { type ChildRunner, mediaAnalyser } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { realAnalyser } from '../harness/analyser.ts'
import { atEnd } from '../harness/cleanup.ts'
import { sine } from './signals.ts'

/** Each kind of file once through the process that reads it; the slow tests cover damaged and hostile files. */
describe('the analyser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindle-analyser-'))
  const analyser = realAnalyser()
  atEnd(() => rmSync(folder, { recursive: true }))
  atEnd(() => analyser.drain())
  const analyse = (kind: 'audio' | 'image', bytes: Uint8Array) => {
    const path = join(folder, kind)
    writeFileSync(path, bytes)
    return analyser.analyse({ path, kind })
  }

  it('measures a master', async () => {
    const side = sine({ frequency: 997, seconds: 0.2, sampleRate: 44_100, bitDepth: 16, level: 0.5 })
    const master = encodeWav({ sampleRate: 44_100, bitDepth: 16, channels: [side, side] })
    expect(await analyse('audio', master)).toMatchObject({
      status: 'ready',
      technical: {
        kind: 'audio',
        container: 'wav',
        sampleRate: 44_100,
        channels: 2,
        durationMs: 200,
        dualMono: true,
      },
    })
  })

  it('measures a cover', async () => {
    const cover = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#24506b' } })
      .jpeg()
      .toBuffer()
    const { status, technical, findings } = await analyse('image', cover)
    expect({ status, technical }).toMatchObject({
      status: 'ready',
      technical: { kind: 'image', container: 'jpeg', width: 300, height: 200 },
    })
    expect(findings.map(({ code }) => code)).toContain('cover_not_square')
  })

  it('rejects bytes that are neither', async () => {
    expect(await analyse('audio', Buffer.from('no audio at all'))).toMatchObject({
      status: 'rejected',
      technical: null,
    })
  })

  it('reports that the hub is busy if no process can be started, and does not blame the file', async () => {
    const cause = Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' })
    const children: ChildRunner = {
      isStopped: false,
      run: async () => ({ ended: 'unstarted', cause }),
      stream: async () => ({ ended: 'unstarted', cause }),
      async stop() {},
    }
    const path = join(folder, 'waiting')
    writeFileSync(path, 'RIFF')
    const analysed = mediaAnalyser({ log: silentLog, children }).analyse({ path, kind: 'audio' })
    await expect(analysed).rejects.toMatchObject({ name: 'AppError', code: 'overloaded', cause })
  })
})
