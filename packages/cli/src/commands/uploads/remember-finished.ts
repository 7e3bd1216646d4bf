import type { UploadCache } from '@spindle/client'

/** Also remembers the uploads that are whole, until the whole command is done: run again, it sends none of them twice. */
export interface FinishedUploadCache extends UploadCache {
  forgetFinished(): Promise<void>
}

export function rememberFinished(cache: UploadCache): FinishedUploadCache {
  const done = new Set<string>()
  return {
    get: (fingerprint) => cache.get(fingerprint),
    set: (fingerprint, uploadId) => cache.set(fingerprint, uploadId),
    delete: async (fingerprint) => void done.add(fingerprint),
    async forgetFinished() {
      for (const fingerprint of done) await cache.delete(fingerprint)
    },
  }
}
