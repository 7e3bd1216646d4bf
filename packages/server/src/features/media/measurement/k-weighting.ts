// The two filters of ITU-R BS.1770-4 Annex 1. The standard prints coefficients for 48 kHz only; these analogue
// parameters reproduce them by bilinear transform and so give the same response at any sample rate.

export interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

export function shelfFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

export function highPassFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}

/**
 * Filters one channel and answers the sum of squares of the result. Runs once per sample of a file: both filters in
 * one loop, states in locals (`state` keeps four numbers from call to call).
 */
export function weightedEnergyMeter(sampleRate: number) {
  const { b0, b1, b2, a1, a2 } = shelfFilter(sampleRate)
  const { a1: c1, a2: c2 } = highPassFilter(sampleRate)
  return (samples: Float32Array, from: number, to: number, state: Float64Array): number => {
    let s1 = state[0] ?? 0
    let s2 = state[1] ?? 0
    let t1 = state[2] ?? 0
    let t2 = state[3] ?? 0
    let energy = 0
    for (let i = from; i < to; i++) {
      const x = samples[i] ?? 0
      const y = b0 * x + s1
      s1 = b1 * x - a1 * y + s2
      s2 = b2 * x - a2 * y
      const z = y + t1
      t1 = -2 * y - c1 * z + t2
      t2 = y - c2 * z
      energy += z * z
    }
    // Decaying states would become subnormal in digital silence, and arithmetic on those is many times slower.
    state[0] = Math.abs(s1) < 1e-30 ? 0 : s1
    state[1] = Math.abs(s2) < 1e-30 ? 0 : s2
    state[2] = Math.abs(t1) < 1e-30 ? 0 : t1
    state[3] = Math.abs(t2) < 1e-30 ? 0 : t2
    return energy
  }
}
