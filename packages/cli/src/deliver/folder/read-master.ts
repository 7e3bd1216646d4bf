import { type Master as AnyMaster, type MasterTags, noTags, readId3Names, readTags } from '@spindle/client/suggest'
import { readAudioHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { FolderFile } from './read-folder.ts'
import { withByteSource } from './with-byte-source.ts'

/** Header and tags of a master. An unreadable file does not fail the command: the result contains the problem. */

/** A master on disk. */
export type Master = AnyMaster<FolderFile>

/** A header that takes longer than this is hostile. */
const longestReadMs = 15_000

/** Reads header and tags, not the audio. `unusable` says why the hub would refuse the file. */
export async function readMaster(file: FolderFile, signal: AbortSignal): Promise<Master> {
  const header = readHeader(file)
  const tags = header.unusable?.code === 'empty_file' ? noTags : await readFileTags(file, signal)
  return { file, tags, ...header }
}

/** The hub reads headers by the same code. */
function readHeader({ path }: FolderFile): Pick<Master, 'format' | 'unusable'> {
  try {
    return { format: withByteSource(path, readAudioHeader), unusable: undefined }
  } catch (error) {
    if (error instanceof UnusableMedia) return { format: undefined, unusable: error }
    throw error
  }
}

/** A file with unreadable tags has no tags. */
async function readFileTags(file: FolderFile, signal: AbortSignal): Promise<MasterTags> {
  try {
    const found = await inTime(parse(file.path), signal)
    return readTags(found, sanitizeText, withByteSource(file.path, readId3Names))
  } catch (error) {
    signal.throwIfAborted()
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== undefined && code !== undefined) throw error
    return noTags
  }
}

async function parse(path: string) {
  const { parseFile } = await import('music-metadata')
  return parseFile(path, { skipCovers: true, duration: false })
}

type Metadata = Awaited<ReturnType<typeof parse>>

async function inTime(reading: Promise<Metadata>, signal: AbortSignal): Promise<Metadata> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestReadMs)])
  const tooLate = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('it takes too long')), { once: true })
  })
  return Promise.race([reading, tooLate])
}
