/** Signals as integers of `bitDepth` bits; levels are linear, 1 is full scale. */
export function sine(options: {
  frequency: number
  seconds: number
  sampleRate: number
  bitDepth: number
  level?: number
  phase?: number
}): Int32Array {
  const { frequency, seconds, sampleRate, bitDepth, level = 1, phase = 0 } = options
  const full = 2 ** (bitDepth - 1) - 1
  return Int32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) =>
    Math.round(full * level * Math.sin((2 * Math.PI * frequency * i) / sampleRate + phase)),
  )
}

export const silence = (seconds: number, sampleRate: number): Int32Array =>
  new Int32Array(Math.round(seconds * sampleRate))

/** The same noise for the same seed, up to `level` of full scale. */
export function noise(frames: number, bitDepth: number, seed: number, level = 1): Int32Array {
  const random = seededRandom(seed)
  const full = 2 ** (bitDepth - 1) - 1
  return Int32Array.from({ length: frames }, () => Math.round(full * level * (2 * random() - 1)))
}

/** xorshift32 as a number from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
