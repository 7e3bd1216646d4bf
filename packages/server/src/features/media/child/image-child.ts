import type { ImageTechnical } from '@spindle/contract'
import type { Metadata, Sharp } from 'sharp'
import type { MediaReport } from '../report.ts'
import { decodeFailure, openPicture } from './open-picture.ts'
import { writeReport } from './write-report.ts'

/** Entry of the child process for images. Every pixel is decoded: a header alone proves nothing. */

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
  const { picture, metadata, fileBytes } = await openPicture()
  await decodeAll(picture).catch((error: unknown) => {
    throw decodeFailure(error)
  })
  return { outcome: 'image', technical: readTechnical(metadata), facts: { bytes: fileBytes } }
}

await writeReport(analyse)
