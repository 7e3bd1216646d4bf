/**
 * Remembers which upload a file became, so that a later call, or a later process, continues where the first one ended.
 */

/** Where unfinished uploads are remembered. Values are small texts; a store may lose them at any time. */
export interface UploadStore {
  /** Id of the unfinished upload of this file, or undefined. */
  get(fingerprint: string): Promise<string | undefined>
  /** Remembers an upload that has begun. */
  set(fingerprint: string, uploadId: string): Promise<void>
  /** Forgets one that is complete or gone. */
  delete(fingerprint: string): Promise<void>
}

/** Remembers as long as the process lives. */
export function memoryUploadStore(): UploadStore {
  const known = new Map<string, string>()
  return {
    get: async (fingerprint) => known.get(fingerprint),
    set: async (fingerprint, uploadId) => void known.set(fingerprint, uploadId),
    delete: async (fingerprint) => void known.delete(fingerprint),
  }
}
