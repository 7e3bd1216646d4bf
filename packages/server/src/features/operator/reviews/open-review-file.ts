import { AppError, type ImageSize } from '@spindle/contract'
import type { FileResponse } from '../../../http/responses/handler-response.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Previews } from '../../previews/index.ts'
import type { Reviews } from '../../releases/index.ts'
import { findUploads, type UploadFacts } from '../../uploads/index.ts'

/**
 * The master or cover of another account, which is open to the operator only while the release waits. No browser keeps
 * it: what was decided is closed everywhere.
 */

export interface ReviewFiles {
  readonly database: Database
  readonly reviews: Pick<Reviews, 'requireUploadInReview'>
  readonly previews: Pick<Previews, 'openAudio' | 'openImage'>
}

interface WantedFile {
  readonly releaseId: string
  readonly uploadId: string
}

/** Each throws `upload_not_found`, also once the release was decided. */
export async function openReviewAudio(files: ReviewFiles, wanted: WantedFile): Promise<FileResponse> {
  const { accountId, upload } = await findReviewUpload(files, wanted)
  return unkept(await files.previews.openAudio(accountId, upload))
}

export async function openReviewImage(
  files: ReviewFiles,
  wanted: WantedFile & { readonly size: ImageSize },
): Promise<FileResponse> {
  const { accountId, upload } = await findReviewUpload(files, wanted)
  return unkept(await files.previews.openImage(accountId, upload, wanted.size))
}

async function findReviewUpload(
  { database, reviews }: ReviewFiles,
  { releaseId, uploadId }: WantedFile,
): Promise<{ readonly accountId: string; readonly upload: UploadFacts }> {
  const accountId = await reviews.requireUploadInReview(releaseId, uploadId)
  const upload = (await findUploads(database.tenant(accountId), [uploadId])).get(uploadId)
  if (!upload) throw new AppError('upload_not_found')
  return { accountId, upload }
}

/** An address in the storage would stay open after the decision. */
const unkept = ({ file: { findUrl: _findUrl, ...file }, ...answer }: FileResponse): FileResponse => ({
  ...answer,
  file,
  headers: { ...answer.headers, 'cache-control': 'private, no-store' },
})
