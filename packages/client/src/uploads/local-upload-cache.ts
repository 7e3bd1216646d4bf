import { memoryUploadCache, type UploadCache } from './upload-cache.ts'

/** The part of the Web Storage API that is used; `localStorage` is one. */
export interface TextStorage {
  /** Null when there is none. */
  getItem(name: string): string | null
  /** Throws when it is full. */
  setItem(name: string, value: string): void
  /** Does nothing when there is none. */
  removeItem(name: string): void
}

/** Workers have no `localStorage`, and it is missing in their types. */
const page = globalThis as { readonly localStorage?: TextStorage | undefined }

/** Remembers unfinished uploads in `localStorage`, so that the next load of the page continues them. */
export function localUploadCache(storage: TextStorage | undefined = page.localStorage): UploadCache {
  const nameOf = (fingerprint: string): string => `spindle-upload|${fingerprint}`
  return {
    get: async (fingerprint) => storage?.getItem(nameOf(fingerprint)) ?? undefined,
    async set(fingerprint, uploadId) {
      try {
        storage?.setItem(nameOf(fingerprint), uploadId)
      } catch {
        // Full, or not granted: the upload continues without being remembered, as a page must expect of its storage.
      }
    },
    delete: async (fingerprint) => storage?.removeItem(nameOf(fingerprint)),
  }
}

/** In the storage of a browser page if permitted, else in memory. */
export function defaultUploadCache(): UploadCache {
  // Node has a `localStorage` as well, which requires a file.
  if (!('window' in globalThis && 'document' in globalThis)) return memoryUploadCache()
  try {
    // Reading it throws if cookies are blocked.
    const storage = page.localStorage
    storage?.getItem('spindle-upload')
    return storage ? localUploadCache(storage) : memoryUploadCache()
  } catch {
    return memoryUploadCache()
  }
}
