import { describe, expect, it } from 'vitest'
import { encodeFlac, encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { analyseBytes } from './analyse-bytes.ts'
import { aiff, pack, silentMp3, wav } from './containers.ts'
import { seededRandom } from './signals.ts'

const music = synthesise({ seconds: 0.4, seed: 5, sampleRate: 44_100 })
const frames = music.channels[0].length
const samples16 = music.channels.map((channel) => channel.map((sample) => sample >> 8))

const originals: Readonly<Record<string, Uint8Array>> = {
  wav: encodeWav(music),
  extensible: wav({ bits: 24, validBits: 24 }, pack(music.channels, 3, 'little')),
  aiff: aiff({ frames, bits: 16 }, pack(samples16, 2, 'big')),
  flac: encodeFlac(music),
  mp3: silentMp3(40),
}

/** Every MP3 starts a separate decoder, which takes longer than the rest. */
const roundsOf = (name: string): number => (name === 'mp3' ? 60 : 150)

/** Changes a few bytes, more often near the beginning, where the headers are; sometimes cuts, repeats or swaps a part. */
function mutate(original: Uint8Array, random: () => number): Uint8Array {
  const bytes = original.slice()
  for (let changes = 1 + Math.floor(random() * 6); changes > 0; changes--) {
    const place = Math.floor(random() * (random() < 0.7 ? 128 : bytes.length))
    bytes[place] = random() < 0.3 ? 0xff : Math.floor(random() * 256)
  }
  const kind = random()
  const from = Math.floor(random() * bytes.length)
  if (kind < 0.1) return bytes.subarray(0, from)
  if (kind < 0.2) return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(Math.floor(from * random()))])
  if (kind < 0.3) bytes.copyWithin(from, 0, 200)
  return bytes
}

describe('mutated files', () => {
  const seed = Number.parseInt(process.env.MEDIA_SEED ?? '', 10) || Math.floor(Math.random() * 2 ** 31)

  it.each(Object.keys(originals))(`of %s always get a report (seed ${seed})`, async (name) => {
    const random = seededRandom(seed)
    const original = originals[name] ?? new Uint8Array(0)
    const outcomes = new Set<string>()
    for (let round = 0; round < roundsOf(name); round++) {
      const report = await analyseBytes(mutate(original, random))
      outcomes.add(report.outcome === 'unusable' ? report.code : report.outcome)
    }
    // A generator that always or never breaks its file would test nothing.
    expect(outcomes.size).toBeGreaterThan(1)
  })
})
