import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Only the owner of the file can read it. */
const forOwner = 0o600
/** For files that other programs read, such as a web server. */
export const forEveryone = 0o644

/** Replaces a file as a whole: whenever the process or the machine ends, it is the old one or the new one. */
export async function writeFileAtomically(path: string, content: string | Uint8Array, mode = forOwner): Promise<void> {
  const unfinished = `${path}.${process.pid}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw withErrorPath(path, error)
  }
  await syncFolder(dirname(path))
}

/** A full disk does not say which file it could not take. */
export const withErrorPath = (path: string, error: unknown): unknown =>
  error instanceof Error ? Object.assign(error, { path }) : error

/** Makes names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; there the rename is all that can be had.
  const folder = await open(path, 'r').catch(() => undefined)
  if (!folder) return
  await folder.sync().catch(() => undefined)
  await folder.close()
}
