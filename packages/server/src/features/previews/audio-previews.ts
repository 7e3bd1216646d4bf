import { Readable } from 'node:stream'
import { etagOf } from '../../http/responses/etag.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { TenantConcurrency } from '../../platform/database/tenant-concurrency.ts'
import type { PackedSamples, PreviewMaker } from '../media/index.ts'
import type { UploadContent, UploadFacts } from '../uploads/index.ts'
import { playAsWav } from './play-as-wav.ts'
import { previewHeaders } from './preview-headers.ts'
import { requireAudio } from './require-preview.ts'

export interface AudioPreviewsOptions {
  readonly content: UploadContent
  readonly maker: Pick<PreviewMaker, 'locateSamples'>
  readonly places: TenantConcurrency
  readonly clock: Clock
}

/** By what the analysis found in the file; the type stated with it is ignored. */
const mediaTypes: Readonly<Record<string, string>> = { wav: 'audio/wav', flac: 'audio/flac', mp3: 'audio/mpeg' }

/** Bytes never change, so what was found in a file stays true; the lookup is kept for who listens on. */
const located = { ttlMs: 60 * 60_000, maxEntries: 1_000 }

export function audioPreviews({ content, maker, places, clock }: AudioPreviewsOptions) {
  const locations = lookupCache<PackedSamples>({ clock, ...located })
  const locate = (owner: string, upload: UploadFacts): Promise<PackedSamples> =>
    locations.get(upload.id, () => places.run(owner, () => content.withLocalFile(upload, maker.locateSamples)))
  return async (owner: string, upload: UploadFacts): Promise<FileResponse> => {
    const { technical, size } = requireAudio(upload)
    const mediaType = mediaTypes[technical.container]
    if (mediaType !== undefined) return asItIs(content, upload, { mediaType, size, extension: technical.container })
    const wav = playAsWav(await locate(owner, upload), (range) => content.read(upload, range))
    return {
      file: {
        mediaType: 'audio/wav',
        size: wav.size,
        open: async (start, end) => Readable.from(wav.read(start, end), { objectMode: false }),
      },
      etag: etagOf(`${upload.sha256}-wav`),
      headers: previewHeaders(upload, 'wav'),
    }
  }
}

const asItIs = (
  content: UploadContent,
  upload: UploadFacts,
  file: { readonly mediaType: string; readonly size: number; readonly extension: string },
): FileResponse => ({
  file: {
    mediaType: file.mediaType,
    size: file.size,
    open: (start, end) => content.read(upload, { start, end }),
    findUrl: (answer) => content.findUrl(upload, answer),
  },
  etag: etagOf(upload.sha256 ?? upload.id),
  headers: previewHeaders(upload, file.extension),
})
