import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { MissingFile } from '@spindle/client'
import type { CommandContext } from '../../../command-line/command-context.ts'
import { listFolder } from './list-folder.ts'
import { listZip } from './list-zip.ts'
import type { MasterFile, MasterPlace } from './master-file.ts'

/** Finds the files that a table waits for in folders and ZIPs. The names are those that the hub takes, best first. */

export interface FoundMaster extends MasterFile {
  /** The name under which the hub takes it: uploads have no folders in their names. */
  readonly filename: string
}

export interface Masters {
  find(missing: Pick<MissingFile, 'files'>): FoundMaster | SeveralFiles | undefined
  close(): void
}

/** Files with one name: only the table can say which is meant. */
export interface SeveralFiles {
  readonly several: readonly string[]
}

/** Case and the form of accents differ between systems. */
const plain = (name: string): string => name.normalize('NFC').toLowerCase()

/** All places together, in any order. Throws `UsageError`, or code `archive_refused`. */
export async function openMasters(
  { cwd, signal }: Pick<CommandContext, 'cwd' | 'signal'>,
  places: readonly string[],
): Promise<Masters> {
  const opened: MasterPlace[] = []
  const close = (): void => {
    for (const place of opened) place.close()
  }
  try {
    for (const shown of new Set(places)) {
      const place = { path: resolve(cwd, shown), shown }
      const isFile = await stat(place.path).then(
        (facts) => facts.isFile(),
        () => false,
      )
      opened.push(await (isFile ? listZip(place, signal) : listFolder(place)))
    }
    return { find: finder(opened.flatMap(({ files }) => files)), close }
  } catch (error) {
    close()
    throw error
  }
}

function finder(all: readonly MasterFile[]): Masters['find'] {
  const byPath = Map.groupBy(all, ({ inPlace }) => plain(inPlace))
  const byName = Map.groupBy(all, ({ inPlace }) => plain(inPlace.slice(inPlace.lastIndexOf('/') + 1)))
  const candidatesFor = (file: string): readonly MasterFile[] => {
    const exact = byPath.get(plain(file))
    if (exact) return exact
    const named = byName.get(plain(file.slice(file.lastIndexOf('/') + 1))) ?? []
    const below = named.filter(({ inPlace }) => plain(inPlace).endsWith(`/${plain(file)}`))
    return below.length > 0 ? below : named
  }
  return ({ files }) => {
    let several: SeveralFiles | undefined
    for (const file of files) {
      const candidates = candidatesFor(file)
      const [found] = candidates
      if (found && candidates.length === 1) return { ...found, filename: file.replaceAll('/', '_') }
      if (found) several ??= { several: candidates.map(({ name }) => name) }
    }
    return several
  }
}
