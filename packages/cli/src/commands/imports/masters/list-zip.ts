import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, exitCodes } from '@spindle/command-line'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { kindOf } from '../archive/read-zip.ts'
import { freeGrowthBytes, maxGrowth, maxMasterEntries, maxNameLength } from '../package-limits.ts'
import type { PackagePlace } from '../read-package.ts'
import { uploadEntry } from './entry-source.ts'
import type { MasterFile, MasterPlace } from './master-file.ts'

/**
 * The files of a ZIP, which stay in it: nothing is written to disk. The archive is hostile bytes. What its entries declare is
 * checked here, before anything is sent, and the reader ends at the declared size of each.
 */

/** Throws code `archive_refused`, which names the archive and the entry. */
export async function listZip(place: PackagePlace, signal: AbortSignal): Promise<MasterPlace> {
  const archive = await stat(place.path, { bigint: true })
  const zip = await openPromise(place.path, { decodeStrings: false, autoClose: false }).catch((error: unknown) => {
    throw refused(place, `it is not a ZIP, or it is damaged (${messageOf(error)})`)
  })
  try {
    if (zip.entryCount > maxMasterEntries) throw new Error(`it has more than ${maxMasterEntries} entries`)
    const sizes = declaredSizes(Number(archive.size))
    const files: MasterFile[] = []
    for await (const entry of readEntries(zip)) {
      signal.throwIfAborted()
      const name = nameOf(entry)
      sizes.add(name, entry)
      if (!isFile(entry, name)) continue
      requireReadable(name, entry)
      files.push(toFile(place, { zip, entry, name, archive }))
    }
    return { files, close: () => zip.close() }
  } catch (error) {
    zip.close()
    signal.throwIfAborted()
    throw refused(place, messageOf(error))
  }
}

/** An entry that cannot be read has no name yet, so its number says which it is. */
async function* readEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (let number = 1; ; number++) {
    const read: IteratorResult<Entry, unknown> = await entries.next().catch((error: unknown) => {
      throw new Error(`entry ${number}: ${messageOf(error)}`, { cause: error })
    })
    if (read.done) return
    yield read.value
  }
}

interface Listed {
  readonly zip: ZipFile
  readonly entry: Entry
  readonly name: string
  readonly archive: { readonly size: bigint; readonly mtimeNs: bigint }
}

function toFile(place: PackagePlace, { zip, entry, name, archive }: Listed): MasterFile {
  // A path in an archive is only a name here: no part of it leads anywhere.
  const inPlace = name
    .split(/[\\/]/u)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
  const shown = join(place.shown, inPlace)
  const path = [place.path, entry.relativeOffsetOfLocalHeader, name].join('|')
  const named = { zip, entry, place, archive, shown, path }
  return {
    name: shown,
    inPlace,
    path,
    size: async () => entry.uncompressedSize,
    upload: (client, options) => uploadEntry(client, named, options),
  }
}

/** Many programs write UTF-8 without the flag that says so; what is not UTF-8 is in the code page of DOS. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  if (fileNameRaw.length > maxNameLength) throw new Error(`it has a name of more than ${maxNameLength} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  }
}

const isFile = (entry: Entry, name: string): boolean => kindOf(entry, name) === 'file'

/** Stored and deflate, which the reader of ZIPs knows. */
const methods: ReadonlySet<number> = new Set([0, 8])

function requireReadable(name: string, entry: Entry): void {
  if (entry.isEncrypted()) throw new Error(`${name} is encrypted`)
  if (!methods.has(entry.compressionMethod))
    throw new Error(`${name} is compressed with a method that is not supported (${entry.compressionMethod})`)
}

/** Entries that share bytes, or that grow more than music can, are made to fill a disk. */
function declaredSizes(archiveBytes: number) {
  const mostUnpacked = freeGrowthBytes + maxGrowth * archiveBytes
  let packed = 0
  let unpacked = 0
  return {
    add(name: string, { compressedSize, uncompressedSize }: Entry): void {
      packed += compressedSize
      unpacked += uncompressedSize
      if (packed > archiveBytes) throw new Error(`${name} overlaps other entries, or the archive is truncated`)
      if (unpacked > mostUnpacked) throw new Error(`${name} expands to more than ${maxGrowth} times its size`)
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const refused = ({ shown }: PackagePlace, why: string): CommandError =>
  new CommandError(`${shown} cannot be used: ${why}`, {
    exitCode: exitCodes.validation,
    code: 'archive_refused',
    fix: 'Nothing was sent. Make the archive again, or unpack it and name the folder: --audio <folder>.',
  })
