import { createHash } from 'node:crypto'
import { crc8, crc16 } from '../../features/media/formats/flac/crc.ts'
import { BitWriter } from './bit-writer.ts'
import { planSubframe, type SubframePlan } from './encode-subframe.ts'
import { framesOf, type PcmAudio, packSamples } from './encode-wav.ts'

/**
 * A small FLAC encoder (RFC 9639): fixed blocks of 4096, fixed predictors, mid/side where it is shorter. It makes the
 * lossless masters of the demo and of the tests; `flac -t` accepts what it writes.
 */

const blockFrames = 4096
const depthCodes = new Map([
  [8, 1],
  [12, 2],
  [16, 4],
  [20, 5],
  [24, 6],
  [32, 7],
])

const rateCodes = new Map([
  [88_200, 1],
  [176_400, 2],
  [192_000, 3],
  [44_100, 9],
  [48_000, 10],
  [96_000, 11],
])

function writeStreamInfo(writer: BitWriter, audio: PcmAudio): void {
  const frames = framesOf(audio)
  for (const byte of new TextEncoder().encode('fLaC')) writer.write(byte, 8)
  writer.write(0x80, 8)
  writer.write(34, 24)
  writer.write(blockFrames, 16)
  writer.write(blockFrames, 16)
  writer.write(0, 24)
  writer.write(0, 24)
  writer.write(audio.sampleRate, 20)
  writer.write(audio.channels.length - 1, 3)
  writer.write(audio.bitDepth - 1, 5)
  writer.write(Math.floor(frames / 2 ** 32), 4)
  writer.write(frames, 32)
  for (const byte of createHash('md5').update(packSamples(audio)).digest()) writer.write(byte, 8)
}

/** The frame number in the coding of UTF-8, up to 31 bits. */
function writeNumber(writer: BitWriter, value: number): void {
  if (value < 0x80) {
    writer.write(value, 8)
    return
  }
  let extra = 1
  while (value >= 2 ** (6 * extra + 6 - extra)) extra++
  const mark = 0xff & (0xff00 >> (extra + 1))
  writer.write(mark | Math.floor(value / 2 ** (6 * extra)), 8)
  for (let i = extra - 1; i >= 0; i--) writer.write(0x80 | (Math.floor(value / 2 ** (6 * i)) & 0x3f), 8)
}

const midSide = (left: Float64Array, right: Float64Array): [Float64Array, Float64Array] => [
  left.map((value, i) => Math.floor((value + (right[i] ?? 0)) / 2)),
  left.map((value, i) => value - (right[i] ?? 0)),
]

interface BlockPlan {
  readonly assignment: number
  readonly subframes: readonly SubframePlan[]
}

function planBlock(block: readonly Float64Array[], bitDepth: number): BlockPlan {
  const independent = block.map((samples) => planSubframe(samples, bitDepth))
  const plan = { assignment: block.length - 1, subframes: independent }
  const [left, right] = block
  if (block.length !== 2 || !left || !right || bitDepth > 24) return plan
  const [mid, side] = midSide(left, right)
  const coded = [planSubframe(mid, bitDepth), planSubframe(side, bitDepth + 1)]
  const bits = (plans: readonly SubframePlan[]): number => plans.reduce((sum, subframe) => sum + subframe.bits, 0)
  return bits(coded) < bits(independent) ? { assignment: 10, subframes: coded } : plan
}

function writeFrame(writer: BitWriter, block: readonly Float64Array[], number: number, audio: PcmAudio): void {
  const start = writer.length
  const { bitDepth, sampleRate } = audio
  const { assignment, subframes } = planBlock(block, bitDepth)
  writer.write(0xfff8, 16)
  writer.write(7, 4)
  writer.write(rateCodes.get(sampleRate) ?? 0, 4)
  writer.write(assignment, 4)
  writer.write(depthCodes.get(bitDepth) ?? 0, 3)
  writer.write(0, 1)
  writeNumber(writer, number)
  writer.write((block[0]?.length ?? 0) - 1, 16)
  writer.write(crc8(writer.bytes(start), 0, writer.length - start), 8)
  for (const subframe of subframes) subframe.write(writer)
  writer.align()
  writer.write(crc16(writer.bytes(start), 0, writer.length - start), 16)
}

export function encodeFlac(audio: PcmAudio): Uint8Array {
  const writer = new BitWriter()
  const frames = framesOf(audio)
  writeStreamInfo(writer, audio)
  for (let from = 0, number = 0; from < frames; from += blockFrames, number++) {
    const block = audio.channels.map((samples) => Float64Array.from(samples.subarray(from, from + blockFrames)))
    writeFrame(writer, block, number, audio)
  }
  return writer.bytes().slice()
}
