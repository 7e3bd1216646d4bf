import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeFlac, encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { isMissing } from '../harness/programs.ts'
import { measureBytes } from './analyse-bytes.ts'
import { noise } from './signals.ts'

/** Independent programs for comparison. If they are not installed the comparison is skipped, never faked. */

const folder = mkdtempSync(join(tmpdir(), 'spindle-reference-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function save(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const music = (seed: number, sampleRate: number) => synthesise({ seconds: 6, seed, sampleRate })
const loud = (sampleRate: number) => ({
  sampleRate,
  bitDepth: 16,
  channels: [noise(4 * sampleRate, 16, 11, 0.98), noise(4 * sampleRate, 16, 12, 0.98)],
})

describe.skipIf(isMissing('ffmpeg'))('ffmpeg', () => {
  const ebur128 = (path: string): { lufs: number; dbtp: number } => {
    const args = [
      '-hide_banner',
      '-nostats',
      '-i',
      path,
      '-af',
      'ebur128=peak=true:framelog=verbose',
      '-f',
      'null',
      '-',
    ]
    const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
    const last = (pattern: RegExp): number => Number([...stderr.matchAll(pattern)].at(-1)?.[1])
    return { lufs: last(/I:\s+(-?[\d.]+) LUFS/g), dbtp: last(/Peak:\s+(-?[\d.]+) dBFS/g) }
  }

  it.each([22_050, 44_100, 48_000, 96_000])('agrees on loudness and true peak at %i Hz', async (sampleRate) => {
    for (const [audio, peakTolerance] of [
      [music(1, sampleRate), 0.2],
      [music(2, sampleRate), 0.2],
      // White noise reaches up to half the sample rate, where every interpolator is cut off differently.
      [loud(sampleRate), 0.8],
    ] as const) {
      const bytes = encodeWav(audio)
      const { technical } = await measureBytes(bytes)
      const reference = ebur128(save('music.wav', bytes))
      expect(Math.abs((technical.integratedLufs ?? 0) - reference.lufs)).toBeLessThanOrEqual(0.1)
      expect(Math.abs((technical.truePeakDbtp ?? 0) - reference.dbtp)).toBeLessThanOrEqual(peakTolerance)
    }
  })

  it.each([
    ['flac', 's16', ['-c:a', 'flac', '-compression_level', '12']],
    ['wav', 's32', ['-c:a', 'pcm_s24le']],
    ['aiff', 's32', ['-c:a', 'pcm_s24be']],
    ['w64-like.wav', 's32', ['-c:a', 'pcm_s24le', '-rf64', 'always']],
  ])('writes %s that decodes to its own samples', async (extension, format, args) => {
    const path = save('in.wav', encodeWav(music(3, 44_100)))
    const target = join(folder, `out.${extension}`)
    spawnSync('ffmpeg', ['-y', '-i', path, '-sample_fmt', format, ...args, target])
    const { stdout } = spawnSync('ffmpeg', ['-i', target, '-f', 's32le', '-'], { maxBuffer: 2 ** 28 })
    const { technical } = await measureBytes(readFileSync(target))
    expect(technical.pcmSha256).toBe(createHash('sha256').update(stdout).digest('hex'))
  })

  it('writes MP3 whose loudness and length are found', async () => {
    const path = save('in.wav', encodeWav(music(4, 44_100)))
    const target = join(folder, 'out.mp3')
    spawnSync('ffmpeg', ['-y', '-i', path, '-b:a', '192k', target])
    const { technical } = await measureBytes(readFileSync(target))
    expect(technical.sampleCount).toBe(6 * 44_100)
    expect(Math.abs((technical.integratedLufs ?? 0) - ebur128(target).lufs)).toBeLessThanOrEqual(0.1)
  })
})

describe.skipIf(isMissing('flac'))('flac', () => {
  it.each([
    ['music at 24 bits', music(5, 48_000)],
    ['noise at 16 bits', loud(44_100)],
    ['mono at 8 bits', { sampleRate: 22_050, bitDepth: 8, channels: [noise(9000, 8, 6)] }],
    [
      'six channels at 20 bits',
      { sampleRate: 96_000, bitDepth: 20, channels: [1, 2, 3, 4, 5, 6].map((n) => noise(5000, 20, n, n / 6)) },
    ],
    ['one sample', { sampleRate: 44_100, bitDepth: 16, channels: [Int32Array.of(1), Int32Array.of(-1)] }],
  ])('accepts what is encoded here: %s', (_, audio) => {
    const { status, stderr } = spawnSync('flac', ['-t', '-s', save('made.flac', encodeFlac(audio))], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each(['-0', '-5', '-8', '-8 -e -p', '--lax -l 32 -b 16384 -r 8', '--no-padding -b 576'])(
    'encodes with %s what is decoded here, sample by sample',
    async (options) => {
      const wav = encodeWav(music(6, 44_100))
      const args = ['-s', '-f', ...options.split(' '), save('in.wav', wav), '-o', join(folder, 'out.flac')]
      expect(spawnSync('flac', args).status).toBe(0)
      const { technical } = await measureBytes(readFileSync(join(folder, 'out.flac')))
      expect(technical.pcmSha256).toBe((await measureBytes(wav)).technical.pcmSha256)
    },
  )
})
