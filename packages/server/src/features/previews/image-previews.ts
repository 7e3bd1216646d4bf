import { Readable } from 'node:stream'
import type { ImageSize } from '@spindle/contract'
import { etagOf } from '../../http/etag.ts'
import type { FileResponse } from '../../http/handler-response.ts'
import type { TenantConcurrency } from '../../platform/database/tenant-concurrency.ts'
import type { Log } from '../../platform/log.ts'
import { isWebp, type PreviewMaker } from '../media/index.ts'
import type { UploadContent, UploadFacts, UploadId } from '../uploads/index.ts'
import { previewHeaders } from './preview-headers.ts'
import { requireImage } from './require-preview.ts'

export interface ImagePreviewsOptions {
  readonly content: UploadContent
  readonly maker: Pick<PreviewMaker, 'shrinkPicture'>
  readonly places: TenantConcurrency
  readonly log: Log
}

/** Made at the first request and kept beside the original, which never changes. */
export function imagePreviews({ content, maker, places, log }: ImagePreviewsOptions) {
  const making = new Map<string, Promise<Buffer>>()
  const make = async (upload: UploadFacts, name: string, size: ImageSize): Promise<Buffer> => {
    const { id } = upload
    const picture = await content.withLocalFile(upload, (path) => maker.shrinkPicture(path, size))
    await content
      .keepRendition(id, name, picture)
      .catch((error: unknown) => log.warn('previews.not_kept', { uploadId: id, error }))
    return picture
  }
  const makeOnce = (owner: string, upload: UploadFacts, size: ImageSize): Promise<Buffer> => {
    const name = `${size}.webp`
    const key = `${upload.id} ${name}`
    const begun = making.get(key)
    if (begun !== undefined) return begun
    const picture = places.run(owner, () => make(upload, name, size)).finally(() => making.delete(key))
    making.set(key, picture)
    return picture
  }
  const findKept = async (id: UploadId, size: ImageSize): Promise<Buffer | undefined> => {
    const kept = await content.findRendition(id, `${size}.webp`)
    return kept && isWebp(kept) ? kept : undefined
  }
  return async (owner: string, upload: UploadFacts, size: ImageSize): Promise<FileResponse> => {
    requireImage(upload)
    const picture = (await findKept(upload.id, size)) ?? (await makeOnce(owner, upload, size))
    return {
      file: {
        mediaType: 'image/webp',
        size: picture.length,
        heldBytes: picture.length,
        open: async (start, end) => Readable.from([picture.subarray(start, end + 1)], { objectMode: false }),
      },
      etag: etagOf(`${upload.sha256}-${size}`),
      headers: { ...previewHeaders(upload, 'webp'), 'cache-control': 'private, max-age=31536000, immutable' },
    }
  }
}
