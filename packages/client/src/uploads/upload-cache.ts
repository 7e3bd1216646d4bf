/**
 * Remembers which upload a file became, so that a later call, or a later process, continues where the first one ended.
 */

/** Where unfinished uploads are remembered. Values are small texts; the cache may lose them at any time. */
export interface UploadCache {
  /** What was remembered of the unfinished upload of this file, or undefined. */
  get(fingerprint: string): Promise<string | undefined>
  /** Remembers an upload: first the key of its creation, then its id. */
  set(fingerprint: string, uploadId: string): Promise<void>
  /** Forgets one that is complete or gone. */
  delete(fingerprint: string): Promise<void>
}

/** Remembers as long as the process lives. */
export function memoryUploadCache(): UploadCache {
  const known = new Map<string, string>()
  return {
    get: async (fingerprint) => known.get(fingerprint),
    set: async (fingerprint, uploadId) => void known.set(fingerprint, uploadId),
    delete: async (fingerprint) => void known.delete(fingerprint),
  }
}
