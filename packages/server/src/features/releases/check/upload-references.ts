import { AppError, type FieldError } from '@spindle/contract'
import type { UploadFacts } from '../../uploads/index.ts'

/** The uploads a request refers to, checked all at once, each refusal at the place that refers to it. */

interface Referring {
  readonly coverUploadId?: string | undefined
  readonly tracks: readonly { readonly uploadId: string }[]
}

interface Reference {
  readonly pointer: string
  readonly uploadId: string
}

export const listReferences = ({ coverUploadId, tracks }: Referring): Reference[] => [
  ...(coverUploadId === undefined ? [] : [{ pointer: '/coverUploadId', uploadId: coverUploadId }]),
  ...tracks.map(({ uploadId }, index) => ({ pointer: `/tracks/${index}/uploadId`, uploadId })),
]

export const uploadIdsOf = (release: Referring): string[] => [
  ...new Set(listReferences(release).map(({ uploadId }) => uploadId)),
]

/** Throws `upload_reference_unknown` or `upload_incomplete` naming every place; missing ones weigh more. */
export function requireUploads(release: Referring, uploads: ReadonlyMap<string, UploadFacts>): void {
  const refused = listReferences(release).flatMap((reference) => {
    const error = describeReference(reference, uploads.get(reference.uploadId))
    return error ? [error] : []
  })
  if (refused.length === 0) return
  const missing = refused.some(({ code }) => code === 'upload_reference_unknown')
  throw new AppError(missing ? 'upload_reference_unknown' : 'upload_incomplete', { errors: refused })
}

function describeReference({ pointer, uploadId }: Reference, upload: UploadFacts | undefined): FieldError | undefined {
  if (upload === undefined || upload.status === 'expired')
    return {
      pointer,
      code: 'upload_reference_unknown',
      detail: `There is no upload ${uploadId} in this account.`,
      fix: 'Upload the file and use the id of the upload.',
    }
  if (upload.status !== 'awaiting_data') return undefined
  const total = upload.size === null ? 'a length that is not known yet' : `${upload.size} bytes`
  return {
    pointer,
    code: 'upload_incomplete',
    detail: `Upload ${uploadId} has received ${upload.receivedBytes} of ${total}.`,
    fix: 'Send the rest of the bytes, then try again.',
  }
}
