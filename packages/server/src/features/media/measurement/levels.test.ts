import { describe, expect, it } from 'vitest'
import { clippingMeter, silenceMeter } from './levels.ts'
import { stereoMeter } from './stereo.ts'
import { waveformMeter } from './waveform.ts'

function inBlocks(samples: readonly number[], size: number, add: (plane: Float32Array, frames: number) => void) {
  for (let from = 0; from < samples.length; from += size) {
    const block = Float32Array.from(samples.slice(from, from + size))
    add(block, block.length)
  }
}

describe('silence', () => {
  const measure = (samples: readonly number[], size = 3) => {
    const meter = silenceMeter()
    inBlocks(samples, size, (plane, frames) => meter.add([new Float32Array(frames), plane], frames))
    return meter.result()
  }

  it.each([
    [[0, 0, 0, 0, 0.5, 0, 0.1, 0, 0], { silent: false, leadingFrames: 4, trailingFrames: 2 }],
    [[0.5, 0, 0, 0], { silent: false, leadingFrames: 0, trailingFrames: 3 }],
    [[0, 0, 0, -0.5], { silent: false, leadingFrames: 3, trailingFrames: 0 }],
    [[0, 0.0009, -0.0009, 0], { silent: true, leadingFrames: 4, trailingFrames: 4 }],
  ])('of %j is counted at both ends of all channels', (samples, expected) => {
    expect(measure(samples)).toEqual(expected)
    expect(measure(samples, 100)).toEqual(expected)
  })
})

describe('clipping', () => {
  const measure = (samples: readonly number[], size: number, fullScale = 1) => {
    const meter = clippingMeter(1, fullScale)
    inBlocks(samples, size, (plane, frames) => meter.add([plane], frames))
    return meter.result()
  }

  it('counts runs of three and more, also across blocks and at the end', () => {
    const samples = [1, 1, 0, 1, 1, 1, 0, -1, 1, -1, -1, 0, 1, 1, 1]
    const expected = { clippedSamples: 10, longestClippedRun: 4 }
    expect(measure(samples, 100)).toEqual(expected)
    expect(measure(samples, 2)).toEqual(expected)
  })

  it('knows the largest positive integer as full scale', () => {
    const largest = 32_767 / 32_768
    expect(measure([largest, largest, largest], 8, 1 - 2 ** -15).clippedSamples).toBe(3)
    expect(measure([largest, largest, largest], 8, 1).clippedSamples).toBe(0)
  })
})

describe('stereo', () => {
  const left = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i / 7))
  const measure = (right: Float32Array) => {
    const meter = stereoMeter(2)
    meter.add([left, right], 1000)
    return meter.result()
  }

  it('tells the same, the inverted and the unrelated channel', () => {
    const dcOffset = expect.any(Number)
    expect(measure(left)).toEqual({ dualMono: true, correlation: 1, silentChannel: null, dcOffset })
    expect(measure(left.map((x) => -x)).correlation).toBeCloseTo(-1, 6)
    expect(measure(left.map((_, i) => Math.sin(i / 3))).correlation).toBeCloseTo(0, 1)
    expect(measure(left.map((x, i) => (i === 999 ? x + 0.001 : x))).dualMono).toBe(false)
    expect(measure(new Float32Array(1000))).toEqual({
      dualMono: false,
      correlation: null,
      silentChannel: 'right',
      dcOffset,
    })
  })

  it('does not judge other channel counts', () => {
    const meter = stereoMeter(1)
    meter.add([left], 1000)
    expect(meter.result()).toEqual({ dualMono: false, correlation: null, silentChannel: null, dcOffset: 0 })
  })

  it('measures how far a channel is from zero', () => {
    expect(measure(left.map((x) => x / 2 - 0.25)).dcOffset).toBeCloseTo(0.25, 2)
    expect(measure(left.map((x) => x / 2 + 0.01)).dcOffset).toBeCloseTo(0.01, 2)
  })

  it('knows neither channel as silent if both are', () => {
    const meter = stereoMeter(2)
    meter.add([new Float32Array(10), new Float32Array(10).fill(0.0009)], 10)
    expect(meter.result().silentChannel).toBeNull()
  })
})

describe('waveform', () => {
  const measure = (length: number, size: number) => {
    const waveform = waveformMeter()
    inBlocks(
      Array.from({ length }, (_, i) => i / length),
      size,
      (plane, frames) => waveform.add([plane], frames),
    )
    return waveform.peaks()
  }

  it('of a ramp is a ramp of 800 levels, whatever the length and the blocks', () => {
    for (const [length, size] of [
      [800, 7],
      [12_345, 4096],
      [100_000, 1000],
    ] as const) {
      const peaks = measure(length, size)
      expect(peaks).toHaveLength(800)
      for (const [slice, level] of peaks.entries()) {
        expect(Math.abs(level - (255 * (slice + 1)) / 800)).toBeLessThanOrEqual(1.5)
      }
    }
  })

  it('of a few samples has one level for each', () => {
    expect(measure(4, 3)).toEqual([0, 64, 128, 191])
  })
})
