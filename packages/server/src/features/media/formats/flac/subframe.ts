import { UnusableMedia } from '@spindle/contract/audio-headers'
import type { BitReader } from './bit-reader.ts'
import { addPrediction, headroom } from './prediction.ts'

const fixedPredictors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]] as const

function corrupt(): never {
  throw new UnusableMedia('corrupt', 'The encoding of a frame is not valid.')
}

/** Rice codes of one partition. Locals instead of fields: this sees every sample. */
function readRice(reader: BitReader, out: Float64Array, from: number, to: number, parameter: number): void {
  const { bytes, view } = reader
  const limit = reader.length * 8
  let bit = reader.bit
  for (let i = from; i < to; i++) {
    if (bit > limit) break
    const byte = bit >>> 3
    const shift = bit & 7
    const word = (view.getInt32(byte) << shift) | ((bytes[byte + 4] ?? 0) >>> (8 - shift))
    const zeros = Math.clz32(word)
    let folded: number
    if (zeros + parameter < 32) {
      folded = ((zeros << parameter) | ((((word << zeros) << 1) >>> 1) >>> (31 - parameter))) >>> 0
      bit += zeros + 1 + parameter
    } else {
      reader.bit = bit
      const high = reader.unary()
      folded = high * 2 ** parameter + reader.unsigned(parameter)
      bit = reader.bit
    }
    out[i] = folded & 1 ? -(folded >>> 1) - 1 : folded >>> 1
  }
  reader.bit = bit
  reader.requireInside()
}

function readResidual(reader: BitReader, out: Float64Array, order: number, frames: number): void {
  const method = reader.unsigned(2)
  if (method > 1) corrupt()
  const parameterBits = method === 0 ? 4 : 5
  const escapeParameter = method === 0 ? 15 : 31
  const partitions = 1 << reader.unsigned(4)
  const partitionFrames = frames / partitions
  if (!Number.isInteger(partitionFrames) || partitionFrames < order) corrupt()
  for (let partition = 0; partition < partitions; partition++) {
    const from = headroom + (partition === 0 ? order : partition * partitionFrames)
    const to = headroom + (partition + 1) * partitionFrames
    const parameter = reader.unsigned(parameterBits)
    if (parameter !== escapeParameter) {
      readRice(reader, out, from, to, parameter)
      continue
    }
    const bits = reader.unsigned(5)
    for (let i = from; i < to; i++) out[i] = reader.signed(bits)
  }
}

function readWarmUp(reader: BitReader, out: Float64Array, count: number, bits: number): void {
  for (let i = headroom; i < headroom + count; i++) out[i] = reader.signed(bits)
}

function readPredicted(reader: BitReader, out: Float64Array, block: { frames: number; bits: number }, kind: number) {
  const isFixed = kind < 32
  const order = isFixed ? kind - 8 : kind - 31
  if (order > block.frames) corrupt()
  readWarmUp(reader, out, order, block.bits)
  const range = { from: headroom + order, to: headroom + block.frames }
  if (isFixed) {
    readResidual(reader, out, order, block.frames)
    if (order > 0) addPrediction(out, range, fixedPredictors[order] ?? corrupt(), 0)
    return
  }
  const precision = reader.unsigned(4) + 1
  const shift = reader.signed(5)
  if (precision === 16 || shift < 0) corrupt()
  const coefficients = Array.from({ length: order }, () => reader.signed(precision))
  readResidual(reader, out, order, block.frames)
  addPrediction(out, range, coefficients, shift)
}

/** RFC 9639 section 9.2. Samples land in `out` from `headroom` on. */
export function readSubframe(reader: BitReader, out: Float64Array, frames: number, bitDepth: number): void {
  if (reader.unsigned(1) !== 0) corrupt()
  const kind = reader.unsigned(6)
  const wasted = reader.unsigned(1) === 1 ? reader.unary() + 1 : 0
  const bits = bitDepth - wasted
  if (bits < 1) corrupt()
  const end = headroom + frames
  if (kind === 0) out.fill(reader.signed(bits), headroom, end)
  else if (kind === 1) readWarmUp(reader, out, frames, bits)
  else if ((kind >= 8 && kind <= 12) || kind >= 32) readPredicted(reader, out, { frames, bits }, kind)
  else corrupt()
  reader.requireInside()
  if (wasted > 0) for (let i = headroom; i < end; i++) out[i] = (out[i] ?? 0) * 2 ** wasted
}
