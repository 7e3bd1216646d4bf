import { AppError } from '@spindle/contract'
import type { Blobs } from '../../../platform/blobs/blobs.ts'

/** Refuses growth while there is still room for what must go on: rows, logs, the database on the same disk. */
export type RequireRoom = () => Promise<void>

const freshMs = 5_000

/** Asks the storage at most every five seconds. Throws `storage_full`. */
export function diskReserve(
  blobs: Pick<Blobs, 'freeBytes'>,
  { reserveBytes, now }: { readonly reserveBytes: number; readonly now: () => number },
): RequireRoom {
  let seen: { readonly at: number; readonly free: number | undefined } | undefined
  return async () => {
    if (reserveBytes === 0) return
    if (!seen || now() - seen.at > freshMs) seen = { at: now(), free: await blobs.freeBytes() }
    if (seen.free !== undefined && seen.free < reserveBytes)
      throw new AppError('storage_full', {
        detail: 'The hub is short of room and takes no new files. Nothing stored is affected; try again later.',
        retryAfterSeconds: 300,
      })
  }
}
