import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` with the path of a file that does not exist yet and that other users cannot read. */
export async function withTemporaryFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-backup-'))
  try {
    return await work(join(folder, 'uploads'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
