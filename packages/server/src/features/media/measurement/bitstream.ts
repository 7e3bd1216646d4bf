/**
 * Finds DTS and Dolby streams in samples: recordings of a digital connection, and rips of DTS discs. They are noise to
 * players. Sync words: ETSI TS 102 114 (DTS), ETSI TS 102 366 (AC-3), IEC 61937-1 and SMPTE 337 (bursts for receivers).
 */

interface Stream {
  readonly name: string
  readonly words: readonly number[]
  /** The bits of the last word that never change. Two samples at full scale alone could be audio. */
  readonly mask?: number
}

const swapped = (word: number): number => ((word & 0xff) << 8) | (word >> 8)
const bothOrders = ({ name, words, mask = 0xffff }: Stream): readonly Required<Stream>[] => [
  { name, words, mask },
  { name, words: words.map(swapped), mask: swapped(mask) },
]

/** The upper 16 bits of each sample, samples in a row. */
const streams: readonly Required<Stream>[] = [
  { name: 'DTS', words: [0x7ffe, 0x8001, 0xfc00], mask: 0xfc00 },
  { name: 'DTS', words: [0x1fff, 0xe800, 0x07f0], mask: 0xfff0 },
  { name: 'a Dolby, DTS or MPEG stream for receivers (S/PDIF)', words: [0xf872, 0x4e1f] },
  { name: 'a Dolby stream for receivers (20 bits)', words: [0x6f87, 0x54e1] },
  { name: 'a Dolby stream for receivers (24 bits)', words: [0x96f8, 0xa54e] },
].flatMap(bothOrders)

/** Kilobits a second by `frmsizecod` / 2 (TS 102 366, table 4.13). */
const ac3Rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const ac3Sync = 0x0b77

/** More than a second of the audio that such streams carry, after the silence at the start. */
const maxWords = 65_536

export interface BitstreamMeter {
  add(samples: readonly Int32Array[], frames: number): void
  /** The name of the stream in the samples; undefined for audio. */
  found(): string | undefined
}

/** Takes integers that are left-justified in 32 bits. */
export function bitstreamMeter(): BitstreamMeter {
  const words = new Uint16Array(maxWords)
  let count = 0
  return {
    add(samples, frames) {
      for (let frame = 0; frame < frames && count < maxWords; frame++)
        for (const plane of samples) {
          const word = ((plane[frame] ?? 0) >>> 16) & 0xffff
          if (count < maxWords && (count > 0 || word !== 0)) words[count++] = word
        }
    },
    found: () => findStream(words.subarray(0, count)),
  }
}

function findStream(words: Uint16Array): string | undefined {
  for (const stream of streams) if (repeats(words, stream)) return stream.name
  return isAc3(words) || isAc3(words.map(swapped)) ? 'AC-3 (Dolby Digital)' : undefined
}

/** Three times at the same distance: frames have one length, and chance has not. */
function repeats(words: Uint16Array, stream: Required<Stream>): boolean {
  const places: number[] = []
  for (let at = 0; at < words.length && places.length < 8; at++) if (beginsAt(words, at, stream)) places.push(at)
  return places.some((first, index) => {
    const distance = (places[index + 1] ?? Number.NaN) - first
    return distance > 0 && places[index + 2] === first + 2 * distance
  })
}

const beginsAt = (words: Uint16Array, at: number, { words: sync, mask }: Required<Stream>): boolean =>
  sync.every((word, index) => ((words[at + index] ?? 0) & (index === sync.length - 1 ? mask : 0xffff)) === word)

function isAc3(words: Uint16Array): boolean {
  for (let at = words.indexOf(ac3Sync); at >= 0; at = words.indexOf(ac3Sync, at + 1)) {
    const second = at + ac3FrameWords(words, at)
    if (words[second] === ac3Sync && words[second + ac3FrameWords(words, second)] === ac3Sync) return true
  }
  return false
}

/**
 * From the word with sample rate, size and version (`bsid`, above 10 in E-AC-3, which counts words). At 44.1 kHz some
 * frames of AC-3 are a word longer. NaN without such a size.
 */
function ac3FrameWords(words: Uint16Array, at: number): number {
  const [size = 0, head = 0] = words.subarray(at + 1, at + 3)
  const version = (head >> 3) & 0x1f
  if (version > 10) return version <= 16 ? (size & 0x7ff) + 1 : Number.NaN
  const code = head >> 8
  const rate = ac3Rates[(code & 0x3f) >> 1] ?? Number.NaN
  const sampleRate = [48_000, 44_100, 32_000][code >> 6] ?? Number.NaN
  return Math.floor((rate * 1000 * 1536) / (sampleRate * 16)) + (sampleRate === 44_100 ? code & 1 : 0)
}
