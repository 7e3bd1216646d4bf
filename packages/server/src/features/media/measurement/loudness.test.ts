import { describe, expect, it } from 'vitest'
import { loudnessMeter } from './loudness.ts'

interface Part {
  readonly dbfs: number
  readonly seconds: number
}

/** The integrated loudness of a sine of 997 Hz whose level changes from part to part. */
function measure(parts: readonly Part[], { sampleRate = 48_000, channels = 2, blockFrames = 4096 } = {}) {
  const meter = loudnessMeter(sampleRate, channels)
  let phase = 0
  for (const { dbfs, seconds } of parts) {
    for (let left = Math.round(seconds * sampleRate); left > 0; left -= blockFrames) {
      const frames = Math.min(left, blockFrames)
      const plane = new Float32Array(frames)
      for (let i = 0; i < frames; i++, phase++) {
        plane[i] = 10 ** (dbfs / 20) * Math.sin((2 * Math.PI * 997 * phase) / sampleRate)
      }
      meter.add(Array(channels).fill(plane), frames)
    }
  }
  return meter.integratedLufs()
}

describe('integrated loudness', () => {
  it('of a full-scale 997 Hz sine in one channel is -3.01 LKFS (BS.1770-4)', () => {
    expect(measure([{ dbfs: 0, seconds: 5 }], { channels: 1 })).toBeCloseTo(-3.01, 2)
  })

  it.each([8000, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000])('is the same at %i Hz', (sampleRate) => {
    expect(measure([{ dbfs: -20, seconds: 3 }], { sampleRate })).toBeCloseTo(-20, 1)
  })

  it('does not depend on how the samples are cut into blocks', () => {
    const parts = [{ dbfs: -20, seconds: 2 }]
    expect(measure(parts, { blockFrames: 333 })).toBeCloseTo(measure(parts, { blockFrames: 65_536 }) ?? 0, 6)
  })

  // EBU Tech 3341, test cases 1 to 5: stereo sines, tolerance 0.1 LU.
  it.each([
    ['1', [{ dbfs: -23, seconds: 20 }], -23],
    ['2', [{ dbfs: -33, seconds: 20 }], -33],
    [
      '3',
      [
        { dbfs: -36, seconds: 10 },
        { dbfs: -23, seconds: 60 },
        { dbfs: -36, seconds: 10 },
      ],
      -23,
    ],
    [
      '4',
      [
        { dbfs: -72, seconds: 10 },
        { dbfs: -36, seconds: 10 },
        { dbfs: -23, seconds: 60 },
        { dbfs: -36, seconds: 10 },
        { dbfs: -72, seconds: 10 },
      ],
      -23,
    ],
    [
      '5',
      [
        { dbfs: -26, seconds: 20 },
        { dbfs: -20, seconds: 20.1 },
        { dbfs: -26, seconds: 20 },
      ],
      -23,
    ],
  ])('passes EBU Tech 3341 case %s', (_, parts, expected) => {
    expect(Math.abs((measure(parts) ?? 0) - expected)).toBeLessThanOrEqual(0.1)
  })

  it('is unknown for silence and for less than a block', () => {
    expect(measure([{ dbfs: -Infinity, seconds: 3 }])).toBeUndefined()
    expect(measure([{ dbfs: -80, seconds: 3 }])).toBeUndefined()
    expect(measure([{ dbfs: -10, seconds: 0.39 }])).toBeUndefined()
  })
})
