import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TarError } from '@spindle/contract/tar'
import { syncDirectory, writeDurably } from '../../../platform/files/durable-files.ts'
import { contentFile } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveFiles, filesOfFolder, filesOfTar } from './archive-files.ts'
import { noteDamage } from './damage-notes.ts'
import { folderArchive } from './folder-archive.ts'
import { type ArchivePlace, descriptionName, type StoredContent } from './place.ts'
import { withPruneMark } from './prune-mark.ts'

/** A folder. For reading also a tar file with the content of such a folder. */
export const folderPlace = (root: string): ArchivePlace => ({
  kind: 'folder',
  name: root,
  openFiles: async () =>
    (await stat(root).catch(() => undefined))?.isFile() ? await openTar(root) : filesOfFolder(root),
  prepare: async () => void (await mkdir(root, { recursive: true, mode: 0o700 })),
  isEmpty: async () => (await readdir(root)).every((name) => name === descriptionName),
  async describe(text) {
    await writeDurably(join(root, descriptionName), text)
    await syncDirectory(root)
  },
  async openForWriting(writing) {
    for (const folder of ['files', writing.holds, 'incoming'])
      await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
    await removeAbandoned(join(root, 'incoming'))
    return folderArchive(root, writing)
  },
  noteDamage: (file) => noteDamage(root, file),
  withPruneMark: (work) => withPruneMark(root, work),
  async removeBackups(ids) {
    for (const id of ids) {
      const aside = join(root, 'incoming', `removed-${id}`)
      await rename(join(root, 'backups', id), aside)
      await rm(aside, { recursive: true })
    }
    await syncDirectory(join(root, 'backups'))
  },
  listContents: () => listContents(root),
  async removeContent(sha256) {
    await rm(join(root, contentFile(sha256)))
    await rm(join(root, 'damaged', sha256), { force: true })
  },
  close: async () => {},
})

const openTar = (path: string): Promise<ArchiveFiles> =>
  filesOfTar(path).catch((error: unknown) => {
    if (!(error instanceof TarError)) throw error
    throw new ArchiveError(`${path} cannot be read: ${error.message}`, 'name a tar file that was downloaded to its end')
  })

async function* listContents(root: string): AsyncGenerator<StoredContent> {
  for (const shard of await readdir(join(root, 'files')))
    for (const sha256 of await readdir(join(root, 'files', shard)))
      if (contentFile(sha256) === join('files', shard, sha256))
        yield { sha256, bytes: (await stat(join(root, contentFile(sha256)))).size }
}

const abandonedMs = 7 * 24 * 60 * 60_000

/** Removes what a killed backup left. By age, because another backup may be running. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
