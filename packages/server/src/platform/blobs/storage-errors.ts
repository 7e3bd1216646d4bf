import { AppError } from '@spindle/contract'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull'])

/** The `code` of a Node system error such as `ENOENT`; undefined for anything else. */
export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** An error of a file system by its `code`, of an object store by its name. */
export function storageError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return fullCodes.has(errorCode(error) ?? (error as Error | undefined)?.name ?? '')
    ? new AppError('storage_full', { cause: error, retryAfterSeconds: 60 })
    : new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 5 })
}

/** Runs work on a storage. Converts its errors to `storage_full` or `storage_unavailable`. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageError(error)
  }
}

/** Returns undefined for ENOENT. */
export async function orAbsent<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
