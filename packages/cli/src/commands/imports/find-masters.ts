import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { MissingFile } from '@spindle/client'
import { UsageError } from '@spindle/command-line'

/** Finds the files that a table waits for in a folder. The names are those that the hub takes, best first. */

export interface FoundMaster {
  /** As people see it. */
  readonly name: string
  readonly path: string
  /** The name under which the hub takes it: uploads have no folders in their names. */
  readonly filename: string
}

export interface MasterFolder {
  find(missing: Pick<MissingFile, 'files'>): FoundMaster | undefined
}

interface Entry {
  readonly inFolder: string
  readonly path: string
}

/** Case and the form of accents differ between systems. */
const plain = (name: string): string => name.normalize('NFC').toLowerCase()

/** Throws `UsageError` if the folder cannot be read. */
export async function openMasterFolder(folder: string, shown: string): Promise<MasterFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UsageError(
      `${shown} is not a folder that can be read`,
      'Name the folder with the masters: --audio <folder>.',
    )
  })
  const byPath = new Map<string, Entry>()
  const byName = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const inFolder = relative(folder, path).split(sep).join('/')
    const found = { inFolder, path }
    byPath.set(plain(inFolder), found)
    const same = byName.get(plain(entry.name))
    if (same) same.push(found)
    else byName.set(plain(entry.name), [found])
  }
  const findOne = (file: string): Entry | undefined => {
    const exact = byPath.get(plain(file))
    if (exact) return exact
    const named = byName.get(plain(file.slice(file.lastIndexOf('/') + 1))) ?? []
    const below = named.filter(({ inFolder }) => plain(inFolder).endsWith(`/${plain(file)}`))
    const candidates = below.length > 0 ? below : named
    // Of two files with one name, only the table can say which is meant.
    return candidates.length === 1 ? candidates[0] : undefined
  }
  return {
    find({ files }) {
      for (const file of files) {
        const found = findOne(file)
        if (found) return { name: join(shown, found.inFolder), path: found.path, filename: file.replaceAll('/', '_') }
      }
      return undefined
    },
  }
}
