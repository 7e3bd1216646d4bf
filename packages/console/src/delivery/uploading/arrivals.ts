import type { Upload } from '@spindle/client'
import { readStored, save } from '../../data/settings/storage.ts'
import { findFact, tellFact } from '../tray/windows.ts'

/**
 * Files of this browser whose bytes are all at the hub, by fingerprint: another window, or the same one after a reload,
 * does not send them once more.
 */

interface Arrival {
  readonly fingerprint: string
  readonly uploadId: string
}

const mostKept = 300
const keyOf = (accountId: string): string => `spindle:arrived:${accountId}`

const listArrivals = (accountId: string): readonly Arrival[] => {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(accountId)) ?? '[]')
    return Array.isArray(kept) ? (kept as Arrival[]) : []
  } catch {
    return []
  }
}

/** Other windows can find it once this has been done. */
export async function rememberArrival(accountId: string, arrival: Arrival): Promise<void> {
  const others = listArrivals(accountId).filter(({ fingerprint }) => fingerprint !== arrival.fingerprint)
  save(keyOf(accountId), JSON.stringify([arrival, ...others].slice(0, mostKept)))
  await tellFact(`${arrivalOf(accountId, arrival.fingerprint)}${arrival.uploadId}`)
}

/** The beginning of the fact that a file has arrived. */
const arrivalOf = (accountId: string, fingerprint: string): string => `arrived|${accountId}|${fingerprint}|`

/** Returns the upload if the hub still has all of its bytes. */
export async function findArrived(
  accountId: string,
  fingerprint: string,
  get: (uploadId: string) => Promise<Upload>,
): Promise<Upload | undefined> {
  const stored = listArrivals(accountId).find((arrival) => arrival.fingerprint === fingerprint)?.uploadId
  const uploadId = (await findFact(arrivalOf(accountId, fingerprint))) ?? stored
  if (uploadId === undefined) return undefined
  const upload = await get(uploadId).catch(() => undefined)
  return upload && ['received', 'analysing', 'ready'].includes(upload.status) ? upload : undefined
}
