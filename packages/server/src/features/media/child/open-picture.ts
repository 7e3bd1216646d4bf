import { readBytes, requirePicture, UnusableMedia } from '@spindle/contract/audio-headers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { openByteSource } from './open-byte-source.ts'

/** The picture in the file this process was given, as far as it may be decoded at all. */
export interface OpenPicture {
  readonly picture: Sharp
  readonly metadata: Metadata
  readonly fileBytes: number
  readonly bytes: Buffer
}

const mebibyte = 1024 ** 2
/** Twice what any store takes; above this nothing is decoded. */
const maxBytes = 40 * mebibyte
const maxPixels = 12_000 * 12_000
/** What the process and the decoder need beside the picture. */
const baseBytes = 84 * mebibyte
const memoryBytes = Number(process.argv[2]) * mebibyte

function readFile(): Buffer {
  const source = openByteSource(0)
  if (source.size === 0) throw new UnusableMedia('empty_file', 'The file is empty.')
  requirePicture(readBytes(source, 0, 16))
  if (source.size > maxBytes) {
    throw new UnusableMedia('cover_too_heavy', `The file has ${(source.size / 1_000_000).toFixed(1)} MB.`)
  }
  return Buffer.from(readBytes(source, 0, source.size).buffer)
}

/** Bytes per pixel of the pictures that can only be decoded as a whole, instead of line by line; measured. */
function wholePictureBytes({ format, isProgressive, chromaSubsampling, channels }: Metadata): number {
  if (format === 'webp') return 6
  if (!isProgressive) return 0
  return format === 'jpeg' ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) : 2 * channels
}

function requireAffordable(metadata: Metadata, fileBytes: number): void {
  const { width, height, format } = metadata
  const needed = baseBytes + fileBytes + width * height * wholePictureBytes(metadata)
  if (needed > memoryBytes) {
    const kind = metadata.isProgressive ? `progressive (interlaced) ${format}` : format
    throw new UnusableMedia(
      'cover_format',
      `A ${kind} of ${width} x ${height} pixels needs more memory than the hub allows for one file.`,
    )
  }
}

/** What libvips says, as a reason; its own words never leave the process. */
export function decodeFailure(error: unknown): UnusableMedia {
  const text = String(error)
  if (/exceeds pixel limit/.test(text))
    return new UnusableMedia('cover_too_heavy', 'The image declares more than 144 million pixels.')
  if (/premature end/i.test(text)) return new UnusableMedia('truncated', 'The image is incomplete.')
  return new UnusableMedia('corrupt', 'The image is damaged or incomplete and cannot be decoded.')
}

/** Throws `UnusableMedia`. */
export async function openPicture(): Promise<OpenPicture> {
  const bytes = readFile()
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true, pages: 1 })
  const metadata = await picture.metadata().catch((error: unknown) => {
    throw decodeFailure(error)
  })
  requireAffordable(metadata, bytes.length)
  return { picture, metadata, fileBytes: bytes.length, bytes }
}

// One file, one pass: a cache would only be memory, more threads only a larger peak.
sharp.cache(false)
sharp.concurrency(1)
// The magic bytes keep other formats out; this keeps their decoders from being reached at all.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
})
