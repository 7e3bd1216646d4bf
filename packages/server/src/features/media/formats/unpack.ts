import { type PackedLayout, UnusableMedia } from '@spindle/contract/audio-headers'
import { blockFrames, type PcmSink } from './pcm.ts'

/** From packed bytes to one array per channel. Loops without allocation: they see every sample of every file. */

type Unpack<Plane> = (bytes: Uint8Array, offset: number, stride: number, plane: Plane, frames: number) => void

const unpackUnsigned8: Unpack<Int32Array> = (bytes, offset, stride, plane, frames) => {
  for (let i = 0, p = offset; i < frames; i++, p += stride) plane[i] = ((bytes[p] ?? 0) - 128) << 24
}
const unpackSigned8: Unpack<Int32Array> = (bytes, offset, stride, plane, frames) => {
  for (let i = 0, p = offset; i < frames; i++, p += stride) plane[i] = (bytes[p] ?? 0) << 24
}

/** `first` is the place of the least significant byte, `step` leads to the next one. */
const unpack16 =
  (first: number, step: number): Unpack<Int32Array> =>
  (bytes, offset, stride, plane, frames) => {
    for (let i = 0, p = offset + first; i < frames; i++, p += stride) {
      plane[i] = ((bytes[p] ?? 0) << 16) | ((bytes[p + step] ?? 0) << 24)
    }
  }
const unpack24 =
  (first: number, step: number): Unpack<Int32Array> =>
  (bytes, offset, stride, plane, frames) => {
    for (let i = 0, p = offset + first; i < frames; i++, p += stride) {
      plane[i] = ((bytes[p] ?? 0) << 8) | ((bytes[p + step] ?? 0) << 16) | ((bytes[p + 2 * step] ?? 0) << 24)
    }
  }
const unpack32 =
  (first: number, step: number): Unpack<Int32Array> =>
  (bytes, offset, stride, plane, frames) => {
    for (let i = 0, p = offset + first; i < frames; i++, p += stride) {
      plane[i] =
        (bytes[p] ?? 0) |
        ((bytes[p + step] ?? 0) << 8) |
        ((bytes[p + 2 * step] ?? 0) << 16) |
        ((bytes[p + 3 * step] ?? 0) << 24)
    }
  }

function integerUnpacker({ bytesPerSample, encoding, endian }: PackedLayout): Unpack<Int32Array> {
  const first = endian === 'little' ? 0 : bytesPerSample - 1
  const step = endian === 'little' ? 1 : -1
  if (bytesPerSample === 1) return encoding === 'unsigned' ? unpackUnsigned8 : unpackSigned8
  if (bytesPerSample === 2) return unpack16(first, step)
  return bytesPerSample === 3 ? unpack24(first, step) : unpack32(first, step)
}

function unpackFloats(view: DataView, layout: PackedLayout, planes: readonly Float32Array[], frames: number): void {
  const little = layout.endian === 'little'
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0, p = channel * 4; i < frames; i++, p += layout.channels * 4) {
      const sample = view.getFloat32(p, little)
      if (!Number.isFinite(sample)) {
        throw new UnusableMedia('corrupt', 'The file contains samples that are not numbers (NaN or infinity).')
      }
      plane[i] = sample
    }
  }
}

/** Answers a function that hands `frames` packed frames, standing at the beginning of `bytes`, to the sink. */
export function sampleUnpacker(layout: PackedLayout, bytes: Uint8Array, sink: PcmSink) {
  const { channels, bytesPerSample } = layout
  if (layout.encoding === 'float') {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const planes = Array.from({ length: channels }, () => new Float32Array(blockFrames))
    return (frames: number): void => {
      unpackFloats(view, layout, planes, frames)
      sink.floats(planes, frames)
    }
  }
  const planes = Array.from({ length: channels }, () => new Int32Array(blockFrames))
  const unpack = integerUnpacker(layout)
  return (frames: number): void => {
    for (const [channel, plane] of planes.entries()) {
      unpack(bytes, channel * bytesPerSample, channels * bytesPerSample, plane, frames)
    }
    sink.integers(planes, frames)
  }
}
