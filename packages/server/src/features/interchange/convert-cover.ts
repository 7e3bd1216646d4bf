import { createHash } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { AccountId } from '../../platform/values/ids.ts'
import type { CoverJpeg } from '../previews/index.ts'
import type { UploadFacts } from '../uploads/index.ts'
import type { ErnFile } from './ern/ern-model.ts'

/**
 * Stores take covers as JPEG or PNG: upright, one frame, in sRGB. Any other cover is sent to them as a JPEG, and so is one
 * that contains the position of a camera.
 */

/** Undefined if the cover is sent as it is. Throws `preview_unavailable` for a picture that cannot be converted. */
export type ConvertCover = (owner: AccountId, upload: UploadFacts) => Promise<CoverJpeg | undefined>

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
  if (upload?.technical?.kind !== 'image') return undefined
  try {
    const jpeg = await convert(owner, upload)
    if (!jpeg) return undefined
    const { bytes, width, height } = jpeg
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { bytes, file: { sha256, size: bytes.length, container: 'jpeg', image: { width, height } } }
  } catch (error) {
    if (error instanceof AppError && (error.code === 'preview_unavailable' || error.code === 'upload_gone'))
      return undefined
    throw error
  }
}
