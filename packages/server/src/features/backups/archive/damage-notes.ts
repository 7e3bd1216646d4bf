import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * Records which files of a folder a check found damaged, as empty files with their names. The check may run on another
 * machine, or with a key that the hub does not have.
 */
export interface DamageNotes {
  /** The problem in words; undefined for a file that no check found damaged. */
  find(file: string): Promise<string | undefined>
  clear(file: string): Promise<void>
}

const folderOf = (root: string): string => join(root, 'damaged')

export const openDamageNotes = (root: string): DamageNotes =>
  damageNotes({
    list: () => readdir(folderOf(root)).catch(() => []),
    remove: (name) => rm(join(folderOf(root), name), { force: true }),
  })

interface NotedNames {
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
}

/** Listed once, when a file is first looked for. */
export function damageNotes({ list, remove }: NotedNames): DamageNotes {
  let listed: Promise<Set<string>> | undefined
  const names = (): Promise<Set<string>> => (listed ??= list().then((found) => new Set(found)))
  return {
    find: async (file) => ((await names()).has(basename(file)) ? 'a check found that it is damaged' : undefined),
    async clear(file) {
      if ((await names()).delete(basename(file))) await remove(basename(file))
    },
  }
}

/** False if the folder is read-only. */
export async function noteDamage(root: string, file: string): Promise<boolean> {
  try {
    await mkdir(folderOf(root), { recursive: true, mode: 0o700 })
    await writeFile(join(folderOf(root), basename(file)), '')
    return true
  } catch {
    return false
  }
}
