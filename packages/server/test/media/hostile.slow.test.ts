import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeFlac } from '../../src/cli/synthesis/index.ts'
import { type MediaVerdict, mediaAnalyser } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { analyseBytes } from './analyse-bytes.ts'
import { ascii, chunk, concat, fields, fmtBody, id3, riff, silentMp3, wav } from './containers.ts'
import { pngChunk, pngOf, pngStart } from './pictures.ts'
import { silence } from './signals.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindle-hostile-'))
// 4.5 s of processor time and 256 MiB: a verdict other than `analysis_failed` came within them.
const analyser = mediaAnalyser({ log: silentLog, timeoutMs: 4500, memoryMiB: 256 })
afterAll(async () => {
  await analyser.drain()
  rmSync(folder, { recursive: true, force: true })
})

async function verdictOn(kind: 'audio' | 'image', bytes: Uint8Array): Promise<MediaVerdict> {
  const path = join(folder, 'named.wav')
  writeFileSync(path, bytes)
  return analyser.analyse({ path, kind })
}

const flac = encodeFlac({ sampleRate: 44_100, bitDepth: 24, channels: [silence(20, 44_100), silence(20, 44_100)] })

/** Frames that say: 65,535 samples of silence on 8 channels, in 40 bytes. Twenty minutes of it fit in less than a megabyte. */
function flacBomb(frameCount = 1500): Uint8Array {
  const block = silence(65_535, 1)
  const one = encodeFlac({ sampleRate: 44_100, bitDepth: 16, channels: Array(8).fill(block) })
  const frames = one.subarray(42)
  const bytes = concat(one.subarray(0, 42), ...Array.from({ length: frameCount }, () => frames))
  bytes.fill(0, 21 + 1, 42)
  bytes[21] = (bytes[21] ?? 0) & 0xf0
  return bytes
}

const shapes: readonly (readonly [string, Uint8Array, string])[] = [
  ['no bytes', new Uint8Array(0), 'empty_file'],
  ['a PNG', pngOf(4), 'unsupported_format'],
  ['a WAV that claims 10 GB', riff64(10_000_000_000), 'truncated'],
  ['a FLAC cut in half', flac.subarray(0, flac.length / 2), 'truncated'],
  ['an ID3 tag of 256 MB before MP3', concat(id3(0xfffffff, 10), silentMp3(5)), 'truncated'],
  ['an HLS playlist', ascii('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'unsupported_format'],
  ['an ffconcat list', ascii("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'unsupported_format'],
  [
    'a WAV full of empty chunks',
    riff(...Array.from({ length: 20_000 }, () => chunk('LIST', new Uint8Array(0), 'little'))),
    'truncated',
  ],
  ['a WAV chunk of size 0xffffffff', riff(chunk('LIST', ascii('x'), 'little', 0xffffffff)), 'truncated'],
  [
    'a WAV with NaN samples',
    wav({ code: 3, bits: 32 }, new Uint8Array(new Float32Array(800).fill(Number.NaN).buffer)),
    'corrupt',
  ],
  ['random bytes after an MP3 mark', concat(silentMp3(2), new Uint8Array(40_000).fill(0xff)), 'corrupt'],
]

function riff64(claimed: number): Uint8Array {
  const ds64 = fields('little', [claimed, 8], [claimed, 8], [claimed, 8], [0, 4])
  const data = chunk('data', new Uint8Array(100), 'little', 0xffffffff)
  return chunk(
    'RF64',
    concat(ascii('WAVE'), chunk('ds64', ds64, 'little'), chunk('fmt ', fmtBody({}), 'little'), data),
    'little',
  )
}

describe('hostile audio', () => {
  it.each(shapes)('%s is rejected with its reason', async (_, bytes, code) => {
    const verdict = await verdictOn('audio', bytes)
    expect(verdict.status).toBe('rejected')
    expect(verdict.findings.map((finding) => finding.code)).toEqual([code])
  })

  it('a FLAC that unfolds to more than a thousand times its size ends within the limits', async () => {
    const path = join(folder, 'bomb.flac')
    const bomb = flacBomb()
    expect(bomb.length).toBeLessThan(1024 ** 2)
    writeFileSync(path, bomb)
    const hasty = mediaAnalyser({ log: silentLog, timeoutMs: 1600 })
    const verdict = await hasty.analyse({ path, kind: 'audio' })
    const codes = verdict.findings.map((finding) => finding.code)
    // A fast machine counts too many samples, a slow one runs out of time: both are a verdict in time.
    expect(['corrupt', 'analysis_failed']).toContain(codes[0])
  })

  it('a FLAC that unpacks to far more samples than its bytes can hold is rejected for that', async () => {
    const report = await analyseBytes(flacBomb(150))
    expect(report).toMatchObject({ outcome: 'unusable', code: 'corrupt', detail: expect.stringMatching(/128 samples/) })
  })

  it('treats a polyglot as what its first bytes are, and the rest as trailing data', async () => {
    const verdict = await verdictOn(
      'audio',
      concat(wav({}, new Uint8Array(400_000).fill(3)), pngOf(4), ascii('PK\u0003\u0004')),
    )
    expect(verdict.status).toBe('ready')
    expect(verdict.findings.map((finding) => finding.code)).toContain('trailing_data')
  })

  it('a sparse file of 512 MiB is read to its end in far less memory', { timeout: 240_000 }, async () => {
    const path = join(folder, 'large.wav')
    const size = 512 * 1024 ** 2
    writeFileSync(path, wav({ bits: 32, channels: 8, sampleRate: 192_000 }, new Uint8Array(0), size))
    truncateSync(path, 44 + size)
    const lean = mediaAnalyser({ log: silentLog, memoryMiB: 160 })
    const verdict = await lean.analyse({ path, kind: 'audio' })
    rmSync(path)
    expect(verdict).toMatchObject({ status: 'ready', technical: { sampleCount: size / 32 } })
    expect(verdict.findings.map((finding) => finding.code)).toContain('silent')
  })
})

describe('hostile pictures', () => {
  const bombSize = 12_000
  const row = Buffer.alloc(1 + bombSize * 3)
  const bomb = concat(
    pngStart(bombSize, bombSize),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array(bombSize).fill(row)))),
    pngChunk('IEND'),
  )

  it.each([
    [
      'a PNG of 100,000 x 100,000',
      concat(pngStart(100_000, 100_000), pngChunk('IDAT', deflateSync(row)), pngChunk('IEND')),
      'cover_too_heavy',
    ],
    ['a PNG without its end', pngOf(64).subarray(0, 4000), 'corrupt'],
    ['a PNG header', pngOf(4).subarray(0, 20), 'corrupt'],
    ['a JPEG mark', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'truncated'],
    [
      'an SVG that includes a file',
      ascii('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
      'cover_format',
    ],
    ['a GIF', ascii('GIF89a000000'), 'cover_format'],
    ['text', ascii('no picture'), 'cover_format'],
    ['audio', wav({}, new Uint8Array(400)), 'cover_format'],
  ])('%s is rejected with its reason', async (_, bytes, code) => {
    const verdict = await verdictOn('image', bytes)
    expect(verdict.status).toBe('rejected')
    expect(verdict.findings.map((finding) => finding.code)).toEqual([code])
  })

  it('a PNG of a few hundred kilobytes with 144 million pixels is decoded line by line', async () => {
    expect(bomb.length).toBeLessThan(600_000)
    const verdict = await verdictOn('image', bomb)
    expect(verdict).toMatchObject({ status: 'ready', technical: { width: 12_000, height: 12_000 } })
    expect(verdict.findings.map((finding) => finding.code)).toEqual(['cover_large'])
  })
})
