import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import { type ArchivePlace, bucketPlace, folderPlace, parseSecretKey } from '../../features/backups/index.ts'
import { parseBucketAddress } from '../../platform/blobs/s3/bucket-address.ts'
import type { OperatorContext } from '../operator-command/operator-command.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** What commands that write and read folders of backups and exports have in common. */

const shownProblems = 20
const progressEveryMs = 2_000

export const readSecretKey = async (file: string | undefined) =>
  file === undefined ? undefined : parseSecretKey(await readFile(resolve(file), 'utf8'))

/** The absolute path of a local folder or file. Throws `UsageError` for an address such as `s3://bucket`. */
export function toLocalPath(path: string, name: string): string {
  if (isAddress(path)) throw new UsageError(`${name} takes a local folder or file, and "${path}" is an address`)
  return resolve(path)
}

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** Runs `work` with a place of backups: a folder, or `s3://BUCKET/PREFIX`. */
export async function withBackupPlace<T>(
  { environment }: Pick<OperatorContext, 'environment'>,
  text: string,
  work: (place: ArchivePlace) => Promise<T>,
): Promise<T> {
  const place = openBackupPlace(text, () => readConfig(environment))
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

function openBackupPlace(text: string, readSettings: () => Config): ArchivePlace {
  if (!isAddress(text)) return folderPlace(resolve(text))
  const address = parseBucketAddress(text)
  if (!address) throw new UsageError(`"${text}" is neither a folder nor s3://BUCKET or s3://BUCKET/PREFIX`)
  return bucketPlace({ ...readSettings().backupStore, ...address })
}

/** Reports progress, but not more often than a person can read. */
export function paced({ progress }: Pick<OperatorContext, 'progress'>): (text: string) => void {
  let last = 0
  return (text) => {
    if (Date.now() - last < progressEveryMs) return
    last = Date.now()
    progress?.(text)
  }
}

export function tell({ err }: Pick<OperatorContext, 'err'>, problems: readonly string[]): void {
  for (const problem of problems.slice(0, shownProblems)) err(plainText(problem))
  if (problems.length > shownProblems) err(`and ${problems.length - shownProblems} more`)
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** step).toFixed(1)} ${units[step]}`
}
