import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * Which files of a folder a check found damaged, as empty files of their names. The check may run on another machine, or with a key that
 * the hub does not have.
 */
export interface DamageNotes {
  /** In words; undefined for a file that no check found damaged. */
  find(file: string): Promise<string | undefined>
  clear(file: string): Promise<void>
}

const folderOf = (root: string): string => join(root, 'damaged')

export function openDamageNotes(root: string): DamageNotes {
  const reading = readdir(folderOf(root)).then(
    (names) => new Set(names),
    () => new Set<string>(),
  )
  return {
    find: async (file) => ((await reading).has(basename(file)) ? 'a check found it damaged' : undefined),
    async clear(file) {
      const names = await reading
      if (names.delete(basename(file))) await rm(join(folderOf(root), basename(file)), { force: true })
    },
  }
}

/** False where the folder cannot be written to. */
export async function noteDamage(root: string, file: string): Promise<boolean> {
  try {
    await mkdir(folderOf(root), { recursive: true, mode: 0o700 })
    await writeFile(join(folderOf(root), basename(file)), '')
    return true
  } catch {
    return false
  }
}
