import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'

/** Where there is room for files on their way. */
export const workFolderOf = ({ blobs, dataDir }: Pick<Config, 'blobs' | 'dataDir'>): string =>
  join(blobs.kind === 's3' ? blobs.tempFolder : join(dataDir, 'temp'), 'plays')

const longestWorkMs = 6 * 3_600_000

/** A folder of this machine for one piece of work, gone afterwards. So is what a crash left of an earlier one. */
export async function openWorkFolder(parent: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    const old = join(parent, name)
    const found = await stat(old).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > longestWorkMs) await rm(old, { recursive: true, force: true })
  }
  const path = await mkdtemp(join(parent, 'work-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
