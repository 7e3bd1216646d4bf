import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type StorePackage, writePackage } from '../packages/write-package.ts'
import { folderTransport } from '../transports/folder-transport.ts'

/**
 * The folders of one run: the package, which the program reads, and one of its own, which it may write. A program with a
 * user of its own reads the package through its group; no other user of the machine does.
 */

export interface RunFolder {
  readonly package: string
  readonly work: string
  remove(): Promise<void>
}

export interface RunFolderOptions {
  /** Where there is room for masters. */
  readonly parent: string
  /** The user of the program; undefined if it is the user of the hub. */
  readonly userId: number | undefined
}

const prefix = 'spindle-program-'
/** Longer than any run. */
const abandonedMs = 6 * 3_600_000

export async function openRunFolder(
  { parent, userId }: RunFolderOptions,
  content: StorePackage & { readonly about: object },
  signal: AbortSignal,
): Promise<RunFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeAbandoned(parent)
  const root = await mkdtemp(join(parent, prefix))
  const remove = () => removeAll(root)
  try {
    const [folder, work] = [join(root, content.folder), join(root, 'work')]
    await writePackage(folderTransport(root), content, signal)
    await writeFile(join(folder, 'message.json'), `${JSON.stringify(content.about, null, 2)}\n`)
    await closePackage(folder, userId)
    await mkdir(work, { mode: 0o700 })
    if (userId !== undefined) {
      await chown(work, userId, userId)
      await chown(root, 0, userId)
      await chmod(root, 0o710)
    }
    return { package: folder, work, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The program can read it and change nothing. */
async function closePackage(path: string, userId: number | undefined): Promise<void> {
  const isFolder = (await lstat(path)).isDirectory()
  if (isFolder) for (const name of await readdir(path)) await closePackage(join(path, name), userId)
  if (userId !== undefined) await chown(path, 0, userId)
  const [ofFolder, ofFile] = userId === undefined ? [0o500, 0o400] : [0o750, 0o640]
  await chmod(path, isFolder ? ofFolder : ofFile)
}

/** A folder must be open to its owner before it can be emptied. */
async function removeAll(root: string): Promise<void> {
  const openFolders = async (path: string): Promise<void> => {
    await chmod(path, 0o700)
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory()) await openFolders(join(path, entry.name))
  }
  await openFolders(root).catch(() => {})
  await rm(root, { recursive: true, force: true })
}

/** By age, because other processes have runs too. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const path = join(parent, name)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isDirectory() && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > abandonedMs)
      await removeAll(path)
  }
}
