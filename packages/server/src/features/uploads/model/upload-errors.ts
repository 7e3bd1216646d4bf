import { AppError } from '@spindle/contract'
import { isId } from '../../../platform/values/ids.ts'
import type { UploadId } from './upload-queries.ts'

/** Errors of uploads that cannot continue; each is made in one place. */

export const uploadNotFound = (): AppError => new AppError('upload_not_found')

/** A text that does not have the form of an id matches nothing. */
export function requireUploadId(id: string): UploadId {
  if (!isId('upl', id)) throw uploadNotFound()
  return id
}

export const uploadRejected = (): AppError =>
  new AppError('upload_gone', { detail: 'The upload was rejected and its data was removed. Start a new one.' })

export const uploadTooLarge = (maxBytes: number): AppError =>
  new AppError('upload_too_large', {
    detail: `An upload can have at most ${maxBytes} bytes.`,
    extensions: { maxBytes },
  })

/** `offset` is undefined if another request moved it during the check. */
export const offsetMismatch = (offset: number | undefined): AppError =>
  new AppError('upload_offset_mismatch', {
    detail:
      offset === undefined
        ? 'Another request changed the offset. Read it again with HEAD.'
        : `The upload continues at ${offset}.`,
    ...(offset === undefined ? {} : { extensions: { offset } }),
  })

/** The storage accepts no more bytes for it, or never did. */
export const notDirect = (offset: number): AppError =>
  new AppError('upload_offset_mismatch', {
    detail: `This upload goes to the hub, not to the object store. Send the remaining bytes with PATCH, starting at ${offset}.`,
    extensions: { offset },
  })

export const takenOver = (): AppError =>
  new AppError('upload_busy', {
    detail: 'Another request took over this upload. Read the offset with HEAD and continue there.',
  })
