import type { UploadStore } from '@spindle/client'

/** Also remembers the uploads that are whole, until the whole command is done: run again, it sends none of them twice. */
export interface FinishedUploadStore extends UploadStore {
  forgetFinished(): Promise<void>
}

export function rememberFinished(store: UploadStore): FinishedUploadStore {
  const done = new Set<string>()
  return {
    get: (fingerprint) => store.get(fingerprint),
    set: (fingerprint, uploadId) => store.set(fingerprint, uploadId),
    delete: async (fingerprint) => void done.add(fingerprint),
    async forgetFinished() {
      for (const fingerprint of done) await store.delete(fingerprint)
    },
  }
}
