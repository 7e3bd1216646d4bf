import type { TenantConcurrency } from '../../platform/database/tenant-concurrency.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { UploadContent, UploadFacts } from '../uploads/index.ts'

/** What is made of a picture: at the first request, and kept beside the original, which never changes. */

export interface Rendition {
  /** Of the file that keeps it. */
  readonly name: string
  make(path: string): Promise<Buffer>
  /** What was kept may be cut or another program's. */
  isWhole(bytes: Buffer): boolean
}

export interface KeptRenditionsOptions {
  readonly content: UploadContent
  readonly places: TenantConcurrency
  readonly log: Log
}

/** Throws `preview_unavailable` where the picture cannot be made. `owner` has the upload. */
export type OpenRendition = (owner: string, upload: UploadFacts, rendition: Rendition) => Promise<Buffer>

export function keptRenditions({ content, places, log }: KeptRenditionsOptions): OpenRendition {
  const making = new Map<string, Promise<Buffer>>()
  const make = async (upload: UploadFacts, { name, make: makeFrom }: Rendition): Promise<Buffer> => {
    const { id } = upload
    const picture = await content.withLocalFile(upload, makeFrom)
    await content
      .keepRendition(id, name, picture)
      .catch((error: unknown) => log.warn('previews.not_kept', { uploadId: id, error }))
    return picture
  }
  const makeOnce = (owner: string, upload: UploadFacts, rendition: Rendition): Promise<Buffer> => {
    const key = `${upload.id} ${rendition.name}`
    const begun = making.get(key)
    if (begun !== undefined) return begun
    const picture = places.run(owner, () => make(upload, rendition)).finally(() => making.delete(key))
    making.set(key, picture)
    return picture
  }
  return async (owner, upload, rendition) => {
    const kept = await content.findRendition(upload.id, rendition.name)
    return kept && rendition.isWhole(kept) ? kept : makeOnce(owner, upload, rendition)
  }
}
