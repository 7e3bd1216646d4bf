import { describe, expect, it } from 'vitest'
import { truePeakMeter } from './true-peak.ts'

function measure(samples: Float32Array, sampleRate = 48_000, blockFrames = 4096) {
  const meter = truePeakMeter(sampleRate, 1, blockFrames)
  for (let from = 0; from < samples.length; from += blockFrames) {
    const block = samples.slice(from, from + blockFrames)
    meter.add([block], block.length)
  }
  return meter.dbtp() ?? Number.NEGATIVE_INFINITY
}

/** Faded in and out: where a tone begins at once, the true peak is above the tone's own. */
function sine(frequency: number, phase: number, level: number, sampleRate = 48_000) {
  const frames = sampleRate / 4
  return Float32Array.from({ length: frames }, (_, i) => {
    const fade = Math.min(1, i / 1000, (frames - 1 - i) / 1000)
    return fade * level * Math.sin((2 * Math.PI * frequency * i) / sampleRate + phase)
  })
}

describe('true peak', () => {
  // EBU Tech 3341 cases 15 to 19: sines whose peaks fall between the samples; tolerance +0.2/-0.4 dB.
  it.each([
    ['15: fs/4, 0 degrees', 12_000, 0, 0.5, -6],
    ['16: fs/4, 45 degrees', 12_000, Math.PI / 4, 0.5, -6],
    ['17: fs/6, 60 degrees', 8000, Math.PI / 3, 0.5, -6],
    ['18: fs/8, 67.5 degrees', 6000, (67.5 * Math.PI) / 180, 0.5, -6],
    ['19: fs/4, 45 degrees, +3 dB', 12_000, Math.PI / 4, 1.41, 3],
  ])('passes EBU Tech 3341 case %s', (_, frequency, phase, level, expected) => {
    const error = measure(sine(frequency, phase, level)) - expected
    expect(error).toBeLessThanOrEqual(0.2)
    expect(error).toBeGreaterThanOrEqual(-0.4)
  })

  it.each([44_100, 96_000, 192_000])('of a 1 kHz sine is its level at %i Hz', (sampleRate) => {
    expect(measure(sine(1000, 0.3, 0.5, sampleRate), sampleRate)).toBeCloseTo(-6.02, 1)
  })

  it('finds a peak between two blocks and behind quiet stretches', () => {
    const samples = new Float32Array(10_000)
    samples.set(sine(12_000, Math.PI / 4, 1).subarray(2000, 2064), 4096 - 32)
    expect(measure(samples)).toBeGreaterThan(-0.4)
    expect(measure(samples, 48_000, 4096)).toBeCloseTo(measure(samples, 48_000, 977), 6)
  })

  it('is what the unabridged interpolation answers', () => {
    let state = 1
    const samples = Float32Array.from({ length: 20_000 }, (_, i) => {
      state = Math.imul(state, 1_103_515_245) + 12_345
      return (state / 2 ** 31) * (0.2 + 0.8 * Math.abs(Math.sin(i / 500)))
    })
    // Frames that arrive one by one are never long enough to be skipped for a louder neighbour.
    expect(measure(samples)).toBeCloseTo(measure(samples, 48_000, 1), 6)
  })

  it('is unknown for digital silence', () => {
    expect(truePeakMeter(48_000, 1, 16).dbtp()).toBeUndefined()
  })
})
