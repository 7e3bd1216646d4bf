import type { ImageSize } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { PreviewMaker } from '../media/index.ts'
import type { UploadContent, UploadFacts } from '../uploads/index.ts'
import { audioPreviews } from './audio-previews.ts'
import { type CoverJpeg, coverJpeg } from './cover-jpeg.ts'
import { imagePreviews } from './image-previews.ts'
import { keptRenditions } from './kept-renditions.ts'
import { previewPlaces } from './preview-places.ts'
import { bindPreviews } from './routes.ts'

/** Uploads as a browser plays and shows them: masters by range, covers as thumbnails. */
export interface Previews extends Feature {
  /**
   * The audio of an upload that `owner` has; the caller has checked the permission. Throws
   * `preview_unavailable` or `upload_gone`.
   */
  openAudio(owner: string, upload: UploadFacts): Promise<FileResponse>
  /** The same of a picture. */
  openImage(owner: string, upload: UploadFacts, size: ImageSize): Promise<FileResponse>
  /** The same picture in full size as a JPEG that stores accept; undefined if they accept the upload as it is. */
  openCoverJpeg(owner: string, upload: UploadFacts): Promise<CoverJpeg | undefined>
}

export type { CoverJpeg } from './cover-jpeg.ts'

export interface PreviewsOptions {
  readonly storedUploads: { readonly content: UploadContent }
  readonly media: { readonly previewMaker: PreviewMaker }
  readonly clock: Clock
  readonly log: Log
}

function previewsFeature({ storedUploads: { content }, media, clock, log }: PreviewsOptions): Previews {
  const maker = media.previewMaker
  const places = previewPlaces()
  const openRendition = keptRenditions({ content, places, log })
  const service = {
    openAudio: audioPreviews({ content, maker, places, clock }),
    openImage: imagePreviews(maker, openRendition),
    openCoverJpeg: coverJpeg(maker, openRendition),
  }
  return {
    ...service,
    bind: (http) => bindPreviews(http, service),
  }
}

export const previews = defineFeature({
  name: 'previews',
  needs: ['storedUploads', 'media', 'clock', 'log'],
  make: previewsFeature,
})
