import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { syncDirectory } from '../../files/durable-files.ts'
import type { Objects } from '../objects.ts'
import { guarded, orAbsent } from '../storage-errors.ts'

/** Objects as files in one folder. A file gets its name after its bytes are on the disk. */
export function diskObjects(root: string): Objects {
  const write = (name: string, fill: (draft: string) => Promise<void>): Promise<void> =>
    guarded(async () => {
      const path = join(root, name)
      const draft = join(dirname(path), `${draftPrefix}${randomUUID()}`)
      await makeFolder(dirname(path), root)
      await fill(draft)
      await syncFile(draft)
      await rename(draft, path)
      await syncDirectory(dirname(path))
    })
  return {
    put: (name, bytes) => write(name, (draft) => writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })),
    putFile: (name, file) => write(name, (draft) => copyFile(file, draft)),
    fetch: (name, file) =>
      guarded(async () => (await orAbsent(copyFile(join(root, name), file).then(() => true))) ?? false),
    async *list(prefix) {
      const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))
      const entries = await guarded(() => orAbsent(readdir(folder, { recursive: true, withFileTypes: true })))
      for (const entry of entries ?? []) {
        const name = relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
        if (entry.isFile() && !entry.name.startsWith(draftPrefix) && name.startsWith(prefix)) yield name
      }
    },
    remove: (name) =>
      guarded(async () => {
        await orAbsent(unlink(join(root, name)))
      }),
    close: async () => {},
  }
}

/** A partial file left by a crash is not an object. */
const draftPrefix = '.draft-'

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Each new folder is durable in its parent before anything is stored in it. */
async function makeFolder(folder: string, root: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let each = folder; each !== dirname(made); each = dirname(each)) await syncDirectory(dirname(each))
  if (!folder.startsWith(root)) throw new Error('the folder is outside the storage')
}
