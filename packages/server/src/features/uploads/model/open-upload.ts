import { AppError } from '@spindle/contract'
import type { Tenant } from '../../../platform/database/sql.ts'
import { isId } from '../../../platform/ids.ts'
import { uploadNotFound, uploadRejected, uploadTooLarge } from './upload-errors.ts'
import { findUpload, type UploadId, type UploadRow } from './upload-store.ts'

/** Finds an upload that can be continued, and says how far it is. */

/** How far an upload is. */
export interface UploadProgress {
  readonly offset: number
  readonly size: number | null
  readonly expiresAt: Date | null
  readonly isComplete: boolean
}

export const progressOf = ({ receivedBytes, size, expiresAt, status }: UploadRow): UploadProgress => ({
  offset: receivedBytes,
  size,
  expiresAt,
  isComplete: status !== 'awaiting_data',
})

/** A text without the form of an id names nothing. */
export function requireUploadId(id: string): UploadId {
  if (!isId('upl', id)) throw uploadNotFound()
  return id
}

/** Another account's upload is missing exactly like one that never was. */
export async function requireOpenUpload(sql: Tenant, id: UploadId): Promise<UploadRow> {
  const row = await findUpload(sql, id)
  if (!row) throw uploadNotFound()
  if (row.status === 'expired') throw new AppError('upload_gone')
  if (row.status === 'rejected' && !row.isReceived) throw uploadRejected()
  return row
}

/** tus allows the length to be deferred and then to be stated once. */
export function deriveSize(row: UploadRow, stated: number | undefined, maxUploadBytes: number): number | null {
  if (stated === undefined) return row.size
  if (stated > maxUploadBytes) throw uploadTooLarge(maxUploadBytes)
  if (row.size === stated || (row.size === null && stated >= row.receivedBytes)) return stated
  throw new AppError('invalid_request', {
    detail: 'Upload-Length differs from the length of the upload, or is less than what it has received.',
  })
}
