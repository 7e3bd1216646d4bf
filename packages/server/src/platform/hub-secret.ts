import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory, writeDurably } from './durable-files.ts'

/** The secret that signs cursors and seals what is stored: configured, or made once and kept (0600) in the data directory. */
export async function loadHubSecret({
  configured,
  dataDir,
}: {
  readonly configured: string | undefined
  readonly dataDir: string
}): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured)
  const path = join(dataDir, 'hub-secret')
  return (await readSecret(path)) ?? (await makeSecret(path))
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    return Buffer.from((await readFile(path, 'utf8')).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// Written beside and renamed: a crash must not leave half a secret that later starts would trust. Durable before it is
// used: what it has sealed could never be opened again.
async function makeSecret(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  await writeDurably(`${path}.new`, `${secret}\n`)
  await rename(`${path}.new`, path)
  await syncDirectory(dirname(path))
  return Buffer.from(secret)
}
