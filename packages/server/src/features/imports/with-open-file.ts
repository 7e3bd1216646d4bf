import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes as a file for a child process. Unlinked once it is open, so that a crash leaves nothing behind. */
export async function withOpenFile<T>(bytes: Uint8Array, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `spindle-import-${randomUUID()}`)
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600)
  try {
    await unlink(path)
    await file.writeFile(bytes)
    return await work(file)
  } finally {
    await file.close()
  }
}
