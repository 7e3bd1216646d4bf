import { describe, expect, it } from 'vitest'
import { riffChunk, wavFile, wavFormat } from '../../../contract/test/audio-headers/build-audio.ts'
import { analyseBytes } from './analyse-bytes.ts'
import { noise, sine } from './signals.ts'

type Bits = 16 | 24 | 32

const wavOf = (data: Buffer, bits: Bits = 16): Buffer =>
  wavFile([riffChunk('fmt ', wavFormat({ bits })), riffChunk('data', data)])

/** Stereo samples, little-endian: two tones that never have the same samples. */
function tones(bits: Bits, level = 0.5): Buffer {
  const common = { seconds: 0.8, sampleRate: 44_100, bitDepth: bits, level }
  const left = sine({ ...common, frequency: 440 })
  const right = sine({ ...common, frequency: 554.37, phase: 1 })
  const width = bits / 8
  const bytes = Buffer.alloc(left.length * 2 * width)
  for (const [frame, sample] of left.entries()) {
    bytes.writeIntLE(sample, frame * 2 * width, width)
    bytes.writeIntLE(right[frame] ?? 0, (frame * 2 + 1) * width, width)
  }
  return bytes
}

const reversed = (bytes: Buffer, width: number): Buffer => {
  const copy = Buffer.from(bytes)
  for (let at = 0; at < copy.length; at += width) copy.subarray(at, at + width).reverse()
  return copy
}
const shifted = (bytes: Buffer, count: number): Buffer => Buffer.concat([bytes.subarray(count), Buffer.alloc(count)])
const asText = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')

describe('samples whose bytes are read in the wrong way', () => {
  it.each<[string, Buffer, string]>([
    ['big-endian, 16 bits', wavOf(reversed(tones(16), 2)), 'in the wrong byte order'],
    ['big-endian, 24 bits', wavOf(reversed(tones(24), 3), 24), 'in the wrong byte order'],
    ['big-endian, 32 bits', wavOf(reversed(tones(32), 4), 32), 'in the wrong byte order'],
    ['big-endian and quiet', wavOf(reversed(tones(16, 0.02), 2)), 'in the wrong byte order'],
    ['a lost byte', wavOf(shifted(tones(16), 1)), 'shifted by 1 of 2 bytes'],
    ['a lost byte of 24 bits', wavOf(shifted(tones(24), 1), 24), 'shifted by 2 of 3 bytes'],
    [
      'line feeds that became pairs',
      wavOf(asText(tones(16))),
      'changed by a transfer as text (each line feed follows a carriage return)',
    ],
  ])('are refused: %s', async (_, bytes, what) => {
    expect(await analyseBytes(bytes)).toEqual({
      outcome: 'unusable',
      code: 'corrupt',
      detail: `The samples are ${what}: players play noise.`,
    })
  })

  it.each<[string, Buffer]>([
    ['tones of 16 bits', wavOf(tones(16))],
    ['tones of 24 bits', wavOf(tones(24), 24)],
    ['tones that use the upper 8 of 16 bits', wavOf(Buffer.from(tones(16).map((byte, at) => (at % 2 ? byte : 0))))],
    [
      'tones that use the upper 16 of 24 bits',
      wavOf(Buffer.from(tones(24).map((byte, at) => (at % 3 ? byte : 0))), 24),
    ],
    ['white noise', wavOf(Buffer.from(Int16Array.from(noise(70_000, 16, 7)).buffer))],
    ['quiet noise', wavOf(Buffer.from(Int16Array.from(noise(70_000, 16, 8, 0.0001)).buffer))],
    [
      'noise of the upper 8 of 16 bits',
      wavOf(Buffer.from(Int16Array.from(noise(70_000, 8, 9), (x) => x * 256).buffer)),
    ],
    [
      'full scale up and down',
      wavOf(Buffer.from(Int16Array.from({ length: 70_000 }, (_, at) => (at % 4 < 2 ? 32_767 : -32_768)).buffer)),
    ],
    [
      'a tone near half the sample rate',
      wavOf(
        Buffer.from(
          Int16Array.from(sine({ frequency: 22_000, seconds: 1.6, sampleRate: 44_100, bitDepth: 16 })).buffer,
        ),
      ),
    ],
    ['silence', wavOf(Buffer.alloc(200_000))],
    ['one sample', wavOf(Buffer.from([1, 2, 3, 4]))],
  ])('are not found in %s', async (_, bytes) => {
    expect((await analyseBytes(bytes)).outcome).toBe('audio')
  })
})
