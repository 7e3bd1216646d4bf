import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { analyseAudio } from '../../src/features/media/child/analyse-audio.ts'
import { childRunner, NoRenditionError, renditionMaker } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'

/** Encoding in the real child process. What it made is decoded by the decoder of the hub. */

const folder = mkdtempSync(join(tmpdir(), 'spindle-rendition-'))
const maker = renditionMaker({ log: silentLog })
afterAll(async () => {
  await maker.drain()
  rmSync(folder, { recursive: true, force: true })
})

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (position: number, target: Uint8Array) => {
    const part = bytes.subarray(position, position + target.length)
    target.set(part)
    return part.length
  },
})

async function measure(bytes: Uint8Array) {
  const report = await analyseAudio(sourceOf(bytes))
  if (report.outcome !== 'audio') throw new Error('this is not audio')
  return report.technical
}

function store(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** The MP3, and whether its stream ended well. */
async function encode(
  path: string,
  { sampleRate = 44_100, bitRate = 192, durationMs = 4_000, using = maker } = {},
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await using.encodeMp3({ path, sampleRate, bitRate, durationMs }, async (mp3) => {
    for await (const piece of mp3) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

describe('the MP3 of a master', () => {
  it.each([
    [44_100, 192, 44_100],
    [48_000, 128, 48_000],
    [88_200, 320, 44_100],
    [96_000, 256, 48_000],
    [192_000, 192, 48_000],
  ])('of %i Hz with %i kbit/s has its length and loudness', async (sampleRate, bitRate, outputRate) => {
    const wav = encodeWav(synthesise({ seconds: 8, seed: 3, sampleRate }))
    const mp3 = await encode(store('master.wav', wav), { sampleRate, bitRate, durationMs: 8_000 })
    const [master, made] = [await measure(wav), await measure(mp3)]
    expect(made).toMatchObject({ container: 'mp3', sampleRate: outputRate, channels: 2 })
    expect(Math.abs(made.durationMs - master.durationMs)).toBeLessThan(100)
    expect(Math.abs((made.integratedLufs ?? 0) - (master.integratedLufs ?? 0))).toBeLessThan(0.5)
    expect(Math.abs((mp3.length * 8) / bitRate - master.durationMs)).toBeLessThan(100)
  })

  it('is the same each time', async () => {
    const path = store('same.wav', encodeWav(synthesise({ seconds: 4, seed: 4, sampleRate: 44_100 })))
    expect((await encode(path)).equals(await encode(path))).toBe(true)
  })
})

describe('a file that cannot be encoded', () => {
  it.each([
    ['cut', encodeWav(synthesise({ seconds: 4, seed: 5, sampleRate: 44_100 })).subarray(0, 100_000)],
    ['empty', new Uint8Array(0)],
    ['noise', Uint8Array.from({ length: 10_000 }, (_, index) => (index * 7919) & 255)],
  ])('%s ends its process and nothing else', async (name, bytes) => {
    await expect(encode(store(name, bytes))).rejects.toBeInstanceOf(NoRenditionError)
  })
})

describe('a process that misbehaves', () => {
  const children = join(import.meta.dirname, 'children')
  const good = store('good.wav', encodeWav(synthesise({ seconds: 4, seed: 6, sampleRate: 44_100 })))
  const makerWith = (entry: string, limits: { readonly timeoutMs?: number } = {}) => {
    const runner = childRunner()
    const code = { entry: join(children, entry), readable: [children], addons: false }
    const children_ = {
      ...runner,
      stream: (...[, fds, given, take]: Parameters<typeof runner.stream>) =>
        runner.stream(() => code, fds, { ...given, ...limits }, take),
    }
    return renditionMaker({ log: silentLog, children: children_ })
  }

  it.each(['crash.ts', 'greedy.ts', 'chatter.ts', 'liar.ts', 'missing.ts'])('%s leaves no MP3', async (entry) => {
    let ending = 'nothing'
    const work = makerWith(entry).encodeMp3(
      { path: good, sampleRate: 44_100, bitRate: 192, durationMs: 4_000 },
      async (mp3) => {
        try {
          for await (const _ of mp3);
          ending = 'ended'
        } catch (error) {
          ending = 'failed'
          throw error
        }
      },
    )
    await expect(work).rejects.toBeInstanceOf(NoRenditionError)
    expect(ending).toBe('failed')
  })

  it('is ended when it takes too long', async () => {
    const using = makerWith('hang.ts', { timeoutMs: 500 })
    await expect(encode(good, { using })).rejects.toThrow(/more than 500 ms of processor time/)
  })

  it('does not hide that the storage failed', async () => {
    const refuse = () => Promise.reject(new Error('the disk is full'))
    const master = { path: good, sampleRate: 44_100, bitRate: 192, durationMs: 4_000 }
    await expect(maker.encodeMp3(master, refuse)).rejects.toThrow('the disk is full')
    expect(readFileSync(good).length).toBeGreaterThan(0)
  })
})
