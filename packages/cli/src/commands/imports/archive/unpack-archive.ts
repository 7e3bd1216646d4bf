import { mkdir, open, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, exitCodes } from '@spindle/command-line'
import { isPackageName, isXmlName, maxPackageFiles, maxXmlBytes } from '@spindle/contract/ern-packages'
import { freeGrowthBytes, maxGrowth, maxUnpackedBytes } from '../package-limits.ts'
import type { ArchiveEntry, ReadArchive } from './archive-entry.ts'
import { nameGuard } from './name-guard.ts'

/** An archive is hostile bytes: what its names and sizes would do is checked before anything of it is written. */

/** What is unpacked, and where to. */
export interface Unpacking {
  readonly archive: string
  readonly read: ReadArchive
  readonly folder: string
  readonly shown: string
  readonly signal: AbortSignal
}

/** Unpacks into an empty folder only files that messages may name, with their times. Throws code `archive_refused`. */
export async function unpackArchive({ archive, read, folder, shown, signal }: Unpacking): Promise<void> {
  const guard = nameGuard()
  const meter = byteMeter((await stat(archive)).size)
  let count = 0
  try {
    for await (const entry of read(archive, signal)) {
      signal.throwIfAborted()
      count += 1
      if (count > maxPackageFiles) throw new Error(`it contains more than ${maxPackageFiles} files`)
      const path = guard(entry)
      meter.expect(entry.bytes)
      if (path === undefined || !isWanted(path, entry)) continue
      await requireRoom(folder, entry.bytes)
      await writeEntry(join(folder, path), entry, { signal, take: meter.take })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refused(shown, error)
  }
}

const isWanted = (path: string, { bytes }: ArchiveEntry): boolean =>
  isPackageName(path) && (!isXmlName(path) || bytes <= maxXmlBytes)

interface Writing {
  readonly signal: AbortSignal
  readonly take: (bytes: number) => void
}

async function writeEntry(path: string, entry: ArchiveEntry, { signal, take }: Writing): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  let written = 0
  try {
    for await (const bytes of await entry.read()) {
      signal.throwIfAborted()
      take(bytes.byteLength)
      written += bytes.byteLength
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  if (written !== entry.bytes) throw new Error(`${entry.name} has ${written} bytes instead of ${entry.bytes}`)
  // An interrupted upload is identified by name, size and time.
  await utimes(path, entry.modifiedAt, entry.modifiedAt)
}

/** By the sizes in the archive, and by the unpacked bytes. */
function byteMeter(packedBytes: number) {
  const most = Math.min(maxUnpackedBytes, freeGrowthBytes + maxGrowth * packedBytes)
  const adder = () => {
    let sum = 0
    return (bytes: number): void => {
      sum += bytes
      if (sum > most) throw new Error(`it unpacks to more than ${most} bytes, ${maxGrowth} times its size`)
    }
  }
  return { expect: adder(), take: adder() }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bytes > bavail * bsize) throw new Error(`the disk of ${folder} has too little space to unpack it`)
}

function refused(shown: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return refused(shown, new Error('the disk is full'))
  return new CommandError(`${shown} cannot be imported: ${message}`, {
    exitCode: exitCodes.validation,
    code: 'archive_refused',
    fix: 'Unpack it yourself if you trust it, and import the folder.',
    cause: error,
  })
}
