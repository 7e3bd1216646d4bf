import type { PcmAudio } from '../../synthesis/index.ts'

/**
 * Makes another recording from an existing one: with another start, shorter, with 16 bits. Synthesising a new one would
 * keep the process busy for half a second each time.
 */

const headerBytes = 44
const sampleRate = 44_100
const frameBytes = 6

/** `wav` has 24 bits and two channels; `place` is the start of the new recording in seconds. */
export function varyMaster(wav: Buffer, place: number, seconds: number): PcmAudio {
  const data = wav.subarray(headerBytes)
  const frames = Math.floor(data.length / frameBytes)
  const count = Math.min(frames, Math.round(seconds * sampleRate))
  const left = new Int32Array(count)
  const right = new Int32Array(count)
  const first = Math.floor(place * sampleRate) % frames
  for (let index = 0; index < count; index++) {
    const at = ((first + index) % frames) * frameBytes
    // The upper two of three bytes, little-endian.
    left[index] = data.readInt16LE(at + 1)
    right[index] = data.readInt16LE(at + 4)
  }
  return { sampleRate, bitDepth: 16, channels: [left, right] }
}
