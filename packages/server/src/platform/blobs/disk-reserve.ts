import { AppError } from '@spindle/contract'
import type { Blobs } from './blobs.ts'

/**
 * Refuses new bytes while there is still space for what must continue: takedowns, rows, logs, the database on the same
 * disk. Checks the storage at most every five seconds.
 */
export interface DiskReserve {
  hasRoom(): Promise<boolean>
  /** Throws `storage_full`. */
  requireRoom(): Promise<void>
}

const freshMs = 5_000

/** With `reserveBytes` of 0 nothing is kept free. A storage that does not know its free bytes always has space. */
export function diskReserve(
  blobs: Pick<Blobs, 'freeBytes'>,
  { reserveBytes, now }: { readonly reserveBytes: number; readonly now: () => number },
): DiskReserve {
  let seen: { readonly at: number; readonly free: number | undefined } | undefined
  const hasRoom = async (): Promise<boolean> => {
    if (reserveBytes === 0) return true
    if (!seen || now() - seen.at > freshMs) seen = { at: now(), free: await blobs.freeBytes() }
    return seen.free === undefined || seen.free >= reserveBytes
  }
  return {
    hasRoom,
    async requireRoom() {
      if (await hasRoom()) return
      throw new AppError('storage_full', {
        detail:
          'The disk of the hub is almost full, so it cannot store new data. Stored data is not affected. Try again later.',
        retryAfterSeconds: 300,
      })
    },
  }
}
