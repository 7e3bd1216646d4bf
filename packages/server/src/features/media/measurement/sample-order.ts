import type { PcmFormat } from '@spindle/contract/audio-headers'

/**
 * Finds samples that are noise only because their bytes are read in the wrong way: raw audio that got the header of
 * another byte order, a file that lost a byte, or one that was transferred as text. Audio moves in small steps from sample
 * to sample; its bytes in another order do not.
 */

/** More than half a second of stereo, after the silence at the start. */
const maxSamples = 65_536
/** Steps against levels: 4/3 for white noise, 0.1 to 0.6 for music, 2 for a tone at half the sample rate. */
const suspiciousRoughness = 0.4
/** How much smoother another order must be. */
const certainRatio = 4
/** Chance leaves no such number of line feeds that all follow a carriage return. */
const minLineFeeds = 64

/** Where sample `index` begins, in bytes; `isReversed` is big-endian. */
interface Order {
  readonly name: string
  readonly shift: number
  readonly isReversed?: boolean
}

const orders = (width: number): readonly Order[] => [
  { name: 'in the wrong byte order', shift: 0, isReversed: true },
  ...Array.from({ length: width - 1 }, (_, index) => ({
    name: `shifted by ${index + 1} of ${width} bytes`,
    shift: index + 1,
  })),
]

/** Takes integers that are left-justified in 32 bits. Samples of one byte and floats have no order. */
export function sampleOrderMeter({ channels, bitDepth, floatSamples }: PcmFormat) {
  const width = Math.ceil((bitDepth ?? 0) / 8)
  const isOrdered = !floatSamples && width > 1
  const bytes = new Uint8Array(isOrdered ? maxSamples * width : 0)
  let used = 0
  return {
    add(planes: readonly Int32Array[], frames: number): void {
      for (let frame = 0; frame < frames && used < bytes.length; frame++)
        for (const plane of planes) {
          const sample = plane[frame] ?? 0
          if (used >= bytes.length || (used === 0 && sample === 0)) continue
          for (let byte = 0; byte < width; byte++) bytes[used++] = sample >>> (32 - 8 * (width - byte))
        }
    },
    /** What is wrong with the samples; undefined for audio. */
    found: () => (isOrdered ? findBetterOrder(bytes.subarray(0, used), width, channels) : undefined),
  }
}

function findBetterOrder(bytes: Uint8Array, width: number, channels: number): string | undefined {
  const asRead = roughness(bytes, width, channels, { name: '', shift: 0 })
  if (asRead < suspiciousRoughness) return undefined
  if (isTextTransfer(bytes)) return 'changed by a transfer as text (each line feed follows a carriage return)'
  const others = orders(width).map((order) => ({ order, rough: roughness(bytes, width, channels, order) }))
  const [best] = others.sort((one, other) => one.rough - other.rough)
  return best && best.rough * certainRatio < asRead ? best.order.name : undefined
}

/** The steps within each channel in relation to its distance from its mean; 0 without any. */
function roughness(bytes: Uint8Array, width: number, channels: number, order: Order): number {
  const count = Math.floor((bytes.length - order.shift) / width)
  const values = Float64Array.from({ length: count }, (_, index) => readSample(bytes, index * width, width, order))
  const means = Array.from({ length: channels }, (_, channel) => meanOf(values, channel, channels))
  let steps = 0
  let distance = 0
  for (const [index, value] of values.entries()) {
    if (index >= channels) steps += Math.abs(value - (values[index - channels] ?? 0))
    distance += Math.abs(value - (means[index % channels] ?? 0))
  }
  return distance === 0 ? 0 : steps / distance
}

function meanOf(values: Float64Array, first: number, step: number): number {
  let sum = 0
  let count = 0
  for (let index = first; index < values.length; index += step, count++) sum += values[index] ?? 0
  return count === 0 ? 0 : sum / count
}

/** As a fraction of full scale. */
function readSample(bytes: Uint8Array, from: number, width: number, { shift, isReversed }: Order): number {
  let value = 0
  for (let byte = 0; byte < width; byte++) {
    const at = from + shift + (isReversed ? byte : width - 1 - byte)
    value = value * 256 + (bytes[at] ?? 0)
  }
  const full = 256 ** width
  return (value >= full / 2 ? value - full : value) / full
}

function isTextTransfer(bytes: Uint8Array): boolean {
  let count = 0
  for (let at = bytes.indexOf(0x0a, 1); at > 0; at = bytes.indexOf(0x0a, at + 1), count++)
    if (bytes[at - 1] !== 0x0d) return false
  return count >= minLineFeeds
}
