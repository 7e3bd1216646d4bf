import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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

// Written beside and renamed: a crash must not leave half a secret that later starts would trust.
async function makeSecret(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return Buffer.from(secret)
}
