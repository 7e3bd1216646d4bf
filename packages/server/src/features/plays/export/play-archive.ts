import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory, writeDurably } from '../../../platform/files/durable-files.ts'
import type { PlaysLedger } from '../ledger/plays-ledger.ts'
import { type WrittenFile, writePlays } from './parquet-file.ts'

/**
 * Raw plays beyond their retention: a Parquet file for each day, with a manifest that says how many rows it has and
 * what its SHA-256 is. Both get their names only when they are whole, the manifest last.
 */
export interface PlayArchive {
  /**
   * Writes the day unless the archive has it; a final day is written again unless the archive has all of its plays.
   * Answers whether it wrote.
   */
  exportDay(day: string, isFinal: boolean): Promise<boolean>
  close(): Promise<void>
}

export interface PlayManifest extends WrittenFile {
  readonly day: string
  readonly file: string
}

type Days = Pick<PlaysLedger, 'countPlaysOf' | 'readDay'>

export function playArchive(ledger: Days, directory: string): PlayArchive {
  return {
    async exportDay(day, isFinal) {
      const manifest = join(directory, `plays-${day}.json`)
      const known = await readManifest(manifest)
      if (known && (!isFinal || known.rows === (await ledger.countPlaysOf(day)))) return false
      await mkdir(directory, { recursive: true })
      const file = `plays-${day}.parquet`
      const written = await writePlays(join(directory, `${file}.part`), ledger.readDay(day))
      await putInPlace(directory, file)
      const text: PlayManifest = { day, file, ...written }
      await writeDurably(`${manifest}.part`, `${JSON.stringify(text, null, 2)}\n`)
      await putInPlace(directory, `plays-${day}.json`)
      return true
    },
    close: async () => {},
  }
}

async function putInPlace(directory: string, name: string): Promise<void> {
  await rename(join(directory, `${name}.part`), join(directory, name))
  await syncDirectory(directory)
}

/** Undefined without a readable one: then the day is written again. */
async function readManifest(file: string): Promise<Partial<PlayManifest> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<PlayManifest>
  } catch {
    return undefined
  }
}
