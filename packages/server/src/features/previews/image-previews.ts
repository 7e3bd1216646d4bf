import { Readable } from 'node:stream'
import type { ImageSize } from '@spindle/contract'
import { etagOf } from '../../http/responses/etag.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import { isWebp, type PreviewMaker } from '../media/index.ts'
import type { UploadFacts } from '../uploads/index.ts'
import type { OpenRendition } from './kept-renditions.ts'
import { previewHeaders } from './preview-headers.ts'
import { requireImage } from './require-preview.ts'

/** Small pictures of the sizes that clients ask for. */
export const imagePreviews =
  (maker: Pick<PreviewMaker, 'shrinkPicture'>, open: OpenRendition) =>
  async (owner: string, upload: UploadFacts, size: ImageSize): Promise<FileResponse> => {
    requireImage(upload)
    const picture = await open(owner, upload, {
      name: `${size}.webp`,
      make: (path) => maker.shrinkPicture(path, size),
      isWhole: isWebp,
    })
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
