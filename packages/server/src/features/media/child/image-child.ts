import type { ImageTechnical } from '@spindle/contract'
import { readBytes, requirePicture, UnusableMedia } from '@spindle/contract/audio-headers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaReport } from '../report.ts'
import { openByteSource } from './open-byte-source.ts'
import { writeReport } from './write-report.ts'

/** Entry of the child process for images. Every pixel is decoded: a header alone proves nothing. */

const mebibyte = 1024 ** 2
/** Twice what any store takes; above this nothing is decoded. */
const maxBytes = 40 * mebibyte
const maxPixels = 12_000 * 12_000
/** What the process and the decoder need beside the picture. */
const baseBytes = 84 * mebibyte
const memoryBytes = Number(process.argv[2]) * mebibyte

function readFile(): Buffer {
  const source = openByteSource(0)
  if (source.size === 0) throw new UnusableMedia('empty_file', 'The file has no bytes.')
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
      `A ${kind} of ${width} x ${height} pixels needs more memory than the hub gives to one file.`,
    )
  }
}

/** What libvips says, as a reason; its own words never leave the process. */
function decodeFailure(error: unknown): UnusableMedia {
  const text = String(error)
  if (/exceeds pixel limit/.test(text))
    return new UnusableMedia('unsupported_format', 'The picture claims more than 144 million pixels.')
  if (/premature end/i.test(text)) return new UnusableMedia('truncated', 'The picture ends before its last line.')
  return new UnusableMedia('corrupt', 'The picture is damaged or incomplete and cannot be decoded.')
}

/**
 * Keeps almost nothing, but every line goes into the average, so that 20 bytes missing at the end are noticed. The
 * decoder may shrink while it reads. (A kernel that picks lines instead would not read the last ones.)
 */
const decodeAll = (picture: Sharp): Promise<Buffer> => picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer()

const bitDepths: Readonly<Record<string, number>> = { uchar: 8, char: 8, ushort: 16, short: 16, uint: 32, float: 32 }

const readTechnical = (metadata: Metadata): ImageTechnical => ({
  kind: 'image',
  container: metadata.format,
  width: metadata.width,
  height: metadata.height,
  colourSpace: metadata.space,
  hasAlpha: metadata.hasAlpha,
  bitDepth: bitDepths[metadata.depth] ?? 8,
})

async function analyse(): Promise<MediaReport> {
  const bytes = readFile()
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true, pages: 1 })
  const metadata = await picture.metadata().catch((error: unknown) => {
    throw decodeFailure(error)
  })
  requireAffordable(metadata, bytes.length)
  await decodeAll(picture).catch((error: unknown) => {
    throw decodeFailure(error)
  })
  return { outcome: 'image', technical: readTechnical(metadata), facts: { bytes: bytes.length } }
}

// One file, one pass: a cache would only be memory, more threads only a larger peak.
sharp.cache(false)
sharp.concurrency(1)
// The magic bytes keep other formats out; this keeps their decoders from being reached at all.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
})
await writeReport(analyse)
