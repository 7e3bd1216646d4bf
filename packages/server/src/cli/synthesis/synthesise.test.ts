import { describe, expect, it } from 'vitest'
import { synthesise } from './synthesise.ts'

const options = { seconds: 8, seed: 3, sampleRate: 22_050 }

describe('synthesised music', () => {
  const { channels, bitDepth, sampleRate } = synthesise(options)
  const [left, right] = channels

  it('is the same for the same seed and another for another', () => {
    expect(synthesise(options).channels).toEqual(channels)
    expect(synthesise({ ...options, seed: 4 }).channels[0]).not.toEqual(left)
  })

  it('is as long as asked, in 24 bits, with a peak of -3 dBFS', () => {
    expect({ length: left.length, bitDepth, sampleRate }).toEqual({ length: 176_400, bitDepth: 24, sampleRate: 22_050 })
    const peak = [...left, ...right].reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / (2 ** 23 - 1)
    expect(20 * Math.log10(peak)).toBeCloseTo(-3, 3)
  })

  it('is stereo that survives in mono', () => {
    const product = (a: Int32Array, b: Int32Array): number =>
      a.reduce((sum, sample, i) => sum + sample * (b[i] ?? 0), 0)
    const correlation = product(left, right) / Math.sqrt(product(left, left) * product(right, right))
    expect(correlation).toBeGreaterThan(0.1)
    expect(correlation).toBeLessThan(0.95)
  })

  it('is nowhere silent for a second', () => {
    for (let from = 0; from + sampleRate <= left.length; from += sampleRate / 2) {
      const loudest = left
        .subarray(from, from + sampleRate)
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
      expect(loudest).toBeGreaterThan(0.05 * 2 ** 23)
    }
  })
})
