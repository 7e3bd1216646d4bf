import { describe, expect, it } from 'vitest'
import { riffChunk, wavFile, wavFormat } from '../../../contract/test/audio-headers/build-audio.ts'
import { analyseBytes } from './analyse-bytes.ts'
import { noise, seededRandom } from './signals.ts'

/** Samples of 16 bits as the words of frames: a head, and a body that looks like noise. */
function frames(count: number, head: readonly number[], lengthOf: (index: number) => number): number[] {
  const random = seededRandom(5)
  return Array.from({ length: count }, (_, index) => [
    ...head,
    ...Array.from({ length: lengthOf(index) - head.length }, () => Math.floor(random() * 0x10000)),
  ]).flat()
}
const swapped = (words: readonly number[]): number[] => words.map((word) => ((word & 0xff) << 8) | (word >> 8))

/** A stereo WAV of these words, in samples of so many bits, the words in the upper 16. */
function wavOf(words: readonly number[], bits: 16 | 24 | 32 = 16): Buffer {
  const bytes = Buffer.alloc((words.length * bits) / 8)
  for (const [index, word] of words.entries()) bytes.writeUInt16LE(word, ((index + 1) * bits) / 8 - 2)
  return wavFile([riffChunk('fmt ', wavFormat({ bits })), riffChunk('data', bytes)])
}

const dts = frames(12, [0x7ffe, 0x8001, 0xfc3c], () => 1024)
const dts14 = frames(12, [0x1fff, 0xe800, 0x07f0], () => 2048)
const burst = frames(12, [0xf872, 0x4e1f, 0x0001, 0x3800], () => 3072)
const ac3 = frames(12, [0x0b77, 0x1234, 0x1c40], () => 768)
/** At 44.1 kHz frames have 417 and 418 words in turn, as their sizes say. */
const ac3OfCd = frames(12, [0x0b77, 0x1234], (index) => (index % 2 === 0 ? 417 : 418))
let at = 0
for (let index = 0; index < 12; index++) {
  ac3OfCd[at + 2] = 0x5400 | (index % 2 === 0 ? 0 : 0x100)
  at += index % 2 === 0 ? 417 : 418
}

describe('a stream of another format in PCM', () => {
  it.each<[string, Buffer, string]>([
    ['DTS', wavOf(dts), 'DTS'],
    ['DTS with swapped bytes', wavOf(swapped(dts)), 'DTS'],
    ['DTS after silence of an odd length', wavOf([...Array.from({ length: 9_001 }, () => 0), ...dts]), 'DTS'],
    ['DTS in 24 bits', wavOf(dts, 24), 'DTS'],
    ['DTS with words of 14 bits', wavOf(dts14), 'DTS'],
    ['DTS with swapped words of 14 bits', wavOf(swapped(dts14)), 'DTS'],
    ['a burst of S/PDIF', wavOf(burst), 'a Dolby, DTS or MPEG stream for receivers (S/PDIF)'],
    ['a burst of S/PDIF in 32 bits', wavOf(burst, 32), 'a Dolby, DTS or MPEG stream for receivers (S/PDIF)'],
    ['AC-3', wavOf(ac3), 'AC-3 (Dolby Digital)'],
    ['AC-3 with swapped bytes', wavOf(swapped(ac3)), 'AC-3 (Dolby Digital)'],
    ['E-AC-3', wavOf(frames(12, [0x0b77, 0x017f, 0x3f80], () => 384)), 'AC-3 (Dolby Digital)'],
    ['AC-3 at 44.1 kHz', wavOf(ac3OfCd), 'AC-3 (Dolby Digital)'],
  ])('is refused: %s', async (_, bytes, name) => {
    expect(await analyseBytes(bytes)).toEqual({
      outcome: 'unusable',
      code: 'unsupported_format',
      detail: `The samples are ${name} and not audio: players play noise.`,
    })
  })

  it.each<[string, number[]]>([
    ['noise', [...noise(60_000, 16, 3)].map((sample) => sample & 0xffff)],
    ['a square wave in opposite phase', Array.from({ length: 60_000 }, (_, at) => (at % 2 === 0 ? 0x7ffe : 0x8001))],
    ['one sync word', [0x7ffe, 0x8001, 0xfc3c, ...[...noise(60_000, 16, 4)].map((sample) => sample & 0xffff)]],
    ['sync words at other distances', [100, 300, 1100].flatMap((length) => frames(1, [0xf872, 0x4e1f], () => length))],
    ['silence', Array.from({ length: 60_000 }, () => 0)],
  ])('is not found in %s', async (_, words) => {
    expect((await analyseBytes(wavOf(words))).outcome).toBe('audio')
  })
})
