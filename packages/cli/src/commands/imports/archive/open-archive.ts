import { createHash } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../../deliver/state/lock-folder.ts'
import type { PackagePlace } from '../read-package.ts'
import type { ReadArchive } from './archive-entry.ts'
import { unpackArchive } from './unpack-archive.ts'

/** An archive as a folder: unpacked where the command keeps its state, and removed when the work is done. */

/** An archive, and where the command keeps its state. */
export interface OpenArchive {
  readonly archive: PackagePlace
  readonly stateFolder: string
  readonly signal: AbortSignal
}

/** Undefined for a file that is not an archive. Throws codes `archive_refused`, `folder_busy`. */
export async function findArchiveReader({ path }: PackagePlace): Promise<ReadArchive | undefined> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(512), 0, 512, 0)
    if (buffer.readUInt32LE(0) === 0x04034b50 || buffer.readUInt32LE(0) === 0x06054b50)
      return (await import('./read-zip.ts')).readZip
    if (buffer.readUInt16BE(0) === 0x1f8b) return (await import('./read-tar.ts')).readTarGz
    return buffer.toString('latin1', 257, 262) === 'ustar' ? (await import('./read-tar.ts')).readTar : undefined
  } finally {
    await file.close()
  }
}

/** The same archive always has the same path, so an interrupted upload continues. */
export async function withUnpacked<T>(
  { archive, stateFolder, signal }: OpenArchive,
  read: ReadArchive,
  work: (place: PackagePlace) => Promise<T>,
): Promise<T> {
  const { size, mtimeNs } = await stat(archive.path, { bigint: true })
  const name = createHash('sha256').update(`${archive.path}|${size}|${mtimeNs}`).digest('hex').slice(0, 32)
  const place = join(stateFolder, 'archives', name)
  const release = await lockFolder({ path: place, isApart: true }, 'importing this archive')
  const folder = join(place, 'files')
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await unpackArchive({ archive: archive.path, read, folder, shown: archive.shown, signal })
    return await work({ path: folder, shown: archive.shown })
  } finally {
    await rm(folder, { recursive: true, force: true })
    await release()
    await rm(place, { recursive: true, force: true })
  }
}
