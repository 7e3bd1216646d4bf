import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory, writeDurably } from '../files/durable-files.ts'
import { deriveKey, type Keys } from './encryption.ts'

/** The configured secrets of a hub. */
export interface SecretSettings {
  readonly secret: string | undefined
  /** Also accepted while the secret is replaced. */
  readonly previousSecret: string | undefined
  readonly dataDir: string
}

/**
 * The secret that signs cursors and seals stored values: configured, or made once and kept (0600) in the data
 * directory.
 */
export async function loadHubSecrets(settings: SecretSettings): Promise<Keys> {
  return (await findHubSecrets(settings)) ?? [await makeSecret(join(settings.dataDir, 'hub-secret'))]
}

/** Undefined before there is one. */
export async function findHubSecrets({ secret, previousSecret, dataDir }: SecretSettings): Promise<Keys | undefined> {
  const current = secret === undefined ? await readSecret(join(dataDir, 'hub-secret')) : Buffer.from(secret)
  return current && [current, ...(previousSecret === undefined ? [] : [Buffer.from(previousSecret)])]
}

/** Distinguishes secrets and reveals nothing about them. */
export const secretIdOf = (secret: Buffer): string => deriveKey(secret, 'key id').toString('hex').slice(0, 8)

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    return Buffer.from((await readFile(path, 'utf8')).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores a given secret in a data directory that has none. */
export const keepHubSecret = (dataDir: string, secret: Buffer): Promise<Buffer> =>
  writeSecret(join(dataDir, 'hub-secret'), secret.toString())

const makeSecret = (path: string): Promise<Buffer> => writeSecret(path, randomBytes(32).toString('base64url'))

// Written under another name and renamed: a crash must not leave half a secret that later starts would use. Durable
// before it is used: otherwise values sealed with it could never be opened again.
async function writeSecret(path: string, secret: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true })
  await writeDurably(`${path}.new`, `${secret}\n`)
  await rename(`${path}.new`, path)
  await syncDirectory(dirname(path))
  return Buffer.from(secret)
}
