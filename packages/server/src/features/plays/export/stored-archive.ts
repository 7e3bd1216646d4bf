import { join } from 'node:path'
import type { Objects } from '../../../platform/blobs/objects.ts'
import type { ExportedPlay, PlaysLedger } from '../ledger/plays-ledger.ts'
import { openWorkFolder } from '../ledger/work-folder.ts'
import { writePlays } from './parquet-file.ts'
import type { PlayArchive, PlayManifest } from './play-archive.ts'

/**
 * The archive in the storage of uploads: `day=DAY/plays-ROWS-DIGEST.parquet`, and a manifest of the same name. A name
 * is given once, so a day that is written again has another one, and takes the place of the one before once its
 * manifest is there.
 */
export interface StoredArchiveOptions {
  readonly ledger: Pick<PlaysLedger, 'countPlaysOf' | 'readDay'>
  readonly objects: Objects
  readonly workFolder: string
}

export function storedArchive({ ledger, objects, workFolder }: StoredArchiveOptions): PlayArchive {
  const writeDay = async (day: string, groups: Groups): Promise<string> => {
    const work = await openWorkFolder(workFolder)
    try {
      const local = join(work.path, 'day.parquet')
      const written = await writePlays(local, groups)
      const name = `${folderOf(day)}plays-${written.rows}-${written.sha256.slice(0, 16)}`
      await objects.putFile(`${name}.parquet`, local)
      const manifest: PlayManifest = { day, file: `${name}.parquet`, ...written }
      await objects.put(`${name}.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
      return name
    } finally {
      await work.remove()
    }
  }
  return {
    async exportDay(day, isFinal) {
      const known = await namesOf(objects, day)
      const rows = rowsOf(known)
      if (rows !== undefined && (!isFinal || rows === (await ledger.countPlaysOf(day)))) return false
      const groups = await begin(ledger.readDay(day))
      if (!groups) return false
      const name = await writeDay(day, groups)
      for (const old of known) if (!old.startsWith(`${name}.`)) await objects.remove(old)
      return true
    },
    close: () => objects.close(),
  }
}

const folderOf = (day: string): string => `day=${day}/`

async function namesOf(objects: Objects, day: string): Promise<string[]> {
  const names: string[] = []
  for await (const name of objects.list(folderOf(day))) names.push(name)
  return names
}

/** How many plays the archive has of a day: the manifest came last. Undefined where it has none. */
function rowsOf(names: readonly string[]): number | undefined {
  const rows = names.flatMap((name) => Number(/\/plays-(\d+)-[0-9a-f]+\.json$/.exec(name)?.[1] ?? Number.NaN))
  const known = rows.filter((count) => !Number.isNaN(count))
  return known.length === 0 ? undefined : Math.max(...known)
}

type Groups = AsyncIterable<readonly ExportedPlay[]>

/** Undefined without a group: days without plays leave no file. */
async function begin(groups: Groups): Promise<Groups | undefined> {
  const iterator = groups[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) return undefined
  return (async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}
