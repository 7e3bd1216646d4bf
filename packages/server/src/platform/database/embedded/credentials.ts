import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory, writeDurably } from '../../files/durable-files.ts'
import { DataDirectoryError } from './data-directory-error.ts'

/**
 * The passwords of the cluster: `postgres-credentials.json` in the data directory, mode 0600. The file is on the disk
 * before the cluster is, so a crash can leave a file without a cluster (it is used then) but no cluster without its
 * file.
 */

/** `superuser` is for the operator and the first set-up; the hub only connects as `spindle`. */
export interface Credentials {
  readonly superuser: { readonly user: string; readonly password: string }
  readonly hub: { readonly user: string; readonly password: string; readonly database: string }
}

/** The file in the data directory with the passwords (0600). */
export const credentialsFileName = 'postgres-credentials.json'

/** Reads the passwords, or makes them if there is no cluster yet. */
export async function loadCredentials(dataDir: string, clusterExists: boolean): Promise<Credentials> {
  const file = join(dataDir, credentialsFileName)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const found = text === undefined ? undefined : parseCredentials(text)
  if (found !== undefined) return found
  if (clusterExists) throw missingError(file, text === undefined ? 'is missing' : 'is not valid')
  const created: Credentials = {
    superuser: { user: 'postgres', password: createPassword() },
    hub: { user: 'spindle', password: createPassword(), database: 'spindle' },
  }
  await writeDurably(`${file}.new`, `${JSON.stringify(created, undefined, 2)}\n`)
  await rename(`${file}.new`, file)
  await syncDirectory(dataDir)
  return created
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isCredentials(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (!isRecord(value) || !isRecord(value.superuser) || !isRecord(value.hub)) return false
  const texts = [value.superuser.user, value.superuser.password, value.hub.user, value.hub.password, value.hub.database]
  return texts.every((text) => typeof text === 'string' && /^[\w-]+$/.test(text))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** 192 bits in the base64url alphabet: safe between single quotes in SQL. */
function createPassword(): string {
  return randomBytes(24).toString('base64url')
}

function missingError(file: string, what: string): DataDirectoryError {
  return new DataDirectoryError('credentials_missing', {
    message: `The database exists, but the file with its passwords, ${file}, ${what}`,
    fix: 'restore the file from a backup of this database',
  })
}
