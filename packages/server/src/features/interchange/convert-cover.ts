import { createHash } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { AccountId } from '../../platform/values/ids.ts'
import type { CoverJpeg } from '../previews/index.ts'
import type { UploadFacts } from '../uploads/index.ts'
import type { ErnFile } from './ern/ern-model.ts'
import { imageCodecs } from './ern/write-resources.ts'

/** Stores take covers as JPEG or PNG; what was uploaded otherwise goes to them as a JPEG. */

/** Throws `preview_unavailable` for a picture that cannot be converted. */
export type ConvertCover = (owner: AccountId, upload: UploadFacts) => Promise<CoverJpeg>

export interface ConvertedCover {
  readonly file: ErnFile
  readonly bytes: Buffer
}

/**
 * Undefined where the cover goes as it is, and where it cannot be converted, which the check of the message then
 * reports.
 */
export async function convertedCover(
  convert: ConvertCover,
  owner: AccountId,
  upload: UploadFacts | undefined,
): Promise<ConvertedCover | undefined> {
  if (upload?.technical?.kind !== 'image' || imageCodecs[upload.technical.container] !== undefined) return undefined
  try {
    const { bytes, width, height } = await convert(owner, upload)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { bytes, file: { sha256, size: bytes.length, container: 'jpeg', image: { width, height } } }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'preview_unavailable' || error.code === 'upload_gone'))
      return undefined
    throw error
  }
}
