import { constants } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { CommandError } from '@spindle/command-line'
import { hashFile } from '../../files/hash-file.ts'
import { type AudioSource, type Master, masterReplaced, readAudio } from './read-audio.ts'

/** A file under its final name is complete and has the hub's SHA-256; until then its name ends with `.part`. */

/** A file that is complete. */
export interface DownloadedAudio {
  readonly sizeBytes: number
  readonly sha256: string
}

/** How a file is downloaded. */
export interface AudioDownload {
  /** The digest that the master must have; throws `master_replaced` if it has another one by now. */
  readonly sha256?: string | undefined
  /** Gets the bytes that are there already. */
  onContinue?(bytes: number): void
}

/** Downloads to `path`, from where an earlier run stopped. */
export async function downloadAudioFile(
  source: AudioSource,
  path: string,
  { sha256, onContinue }: AudioDownload = {},
): Promise<DownloadedAudio> {
  const part = `${path}.part`
  // Only a master has a digest that shows whether an existing file was the beginning of it.
  const known = source.format === undefined ? await findSize(part) : undefined
  for (let start = known ?? 0; ; start = 0) {
    if (start > 0) onContinue?.(start)
    const master = await append(source, part, start)
    const fetched = { sizeBytes: (await findSize(part)) ?? 0, sha256: await hashFile(part, source.signal) }
    if (master.sha256 === undefined || master.sha256 === fetched.sha256) {
      if (sha256 !== undefined && sha256 !== fetched.sha256) throw masterReplaced()
      await rename(part, path)
      return fetched
    }
    await rm(part)
    // The existing file was the beginning of another one.
    if (start === 0)
      throw new CommandError('The download is damaged: its SHA-256 differs from that of the hub. It was deleted', {
        code: 'checksum_mismatch',
        fix: 'Run the same command again.',
      })
  }
}

const { O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC, O_WRONLY } = constants
/** In a shared folder a link could lead to a file of this user; Windows does not have the flag. */
const noLinks = (O_NOFOLLOW as number | undefined) ?? 0

async function append(source: AudioSource, part: string, start: number): Promise<Master> {
  const file = await open(part, (start === 0 ? O_WRONLY | O_CREAT | O_TRUNC : O_RDWR) | noLinks)
  let master: Master = { etag: null, sha256: undefined }
  const remember = (found: Master): void => {
    master = found
  }
  try {
    // The last byte once more: a range after the end is refused, and the file may be whole already.
    let position = Math.max(0, start - 1)
    const chunks = readAudio(source, { start: position, onMaster: remember })
    for await (const chunk of chunks) {
      await file.write(chunk, 0, chunk.byteLength, position)
      position += chunk.byteLength
    }
    await file.truncate(position)
    await file.sync()
  } finally {
    await file.close()
  }
  return master
}

/** Bytes of a file; undefined if there is none. */
export async function findSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
