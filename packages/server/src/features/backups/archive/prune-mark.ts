import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from './archive-error.ts'

/**
 * Keeps a backup and a prune of one folder apart: a prune deletes files that no backup names, and a running backup has
 * not named any yet. Each writes its mark first and then looks for the other, so that at least one of two finds the
 * other. A mark that was not touched for ten minutes belongs to a killed process.
 */

const touchEveryMs = 20_000
const lostAfterMs = 10 * 60_000

const markOf = (root: string): string => join(root, 'pruning')

async function isFresh(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < lostAfterMs
}

/** Touches the mark periodically, until the returned function is called. */
function keepFresh(path: string): () => void {
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchEveryMs)
  touching.unref()
  return () => clearInterval(touching)
}

/** For a backup whose draft already exists. The returned function ends it. */
export async function requireNoPrune(root: string, draft: string): Promise<() => void> {
  if (await isFresh(markOf(root))) {
    await rm(draft, { recursive: true, force: true })
    throw new ArchiveError(`The backups in ${root} are being pruned`, 'try again when this is done')
  }
  return keepFresh(draft)
}

/** Runs `work` while no backup is made in the folder. */
export async function withPruneMark<T>(root: string, work: () => Promise<T>): Promise<T> {
  if (await isFresh(markOf(root)))
    throw new ArchiveError(`The backups in ${root} are already being pruned`, 'wait until this is done')
  await (await open(markOf(root), 'w', 0o600)).close()
  const end = keepFresh(markOf(root))
  try {
    await requireNoDraft(root)
    return await work()
  } finally {
    end()
    await rm(markOf(root), { force: true })
  }
}

async function requireNoDraft(root: string): Promise<void> {
  for (const name of await readdir(join(root, 'incoming')).catch(() => []))
    if (await isFresh(join(root, 'incoming', name)))
      throw new ArchiveError(
        `A backup is being created in ${root}`,
        'prune when it is done; a killed backup counts as ended after 10 minutes',
      )
}
