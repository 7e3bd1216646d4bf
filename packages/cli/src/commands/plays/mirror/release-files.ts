import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageSize, type PlayableRelease, type PlayableTrack, SpindleError } from '@spindle/client'
import { readPictureHeader } from '@spindle/client/suggest'
import { forEveryone, writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { readResponseBody } from '../../../hub/read-response-body.ts'
import { downloadAudioFile } from '../download-audio-file.ts'
import { isTrackId } from './mirror-place.ts'
import { type MirrorSession, unexpectedAnswer } from './mirror-session.ts'

/**
 * Covers and audio of one release. The name of a file contains a part of its digest, so that a changed one has another
 * name: the JSON of the release changes from the old files to the new ones in one step.
 */

/** A cover beside the JSON of its release. */
export interface CoverFile {
  readonly size: ImageSize
  readonly file: string
  readonly width: number
  readonly height: number
}

/** The files of a release that are in its folder. */
export interface ReleaseFiles {
  readonly covers: readonly CoverFile[]
  /** The name of the file of each track. */
  readonly audio: Readonly<Record<string, string>>
}

/** The files, and whether the hub will have more of them later. */
export interface DownloadedFiles {
  readonly files: ReleaseFiles
  readonly isWaiting: boolean
}

/** Downloads what is not there yet. Throws `release_not_found` or `track_not_found` if it was taken down meanwhile. */
export async function downloadFiles(
  session: MirrorSession,
  folder: string,
  release: PlayableRelease,
): Promise<DownloadedFiles> {
  const covers: CoverFile[] = []
  const audio: Record<string, string> = {}
  let isWaiting = false
  const orWait = async <T>(work: Promise<T>): Promise<T | undefined> => {
    const found = await work.catch(throwUnlessLater)
    if (found === 'later') isWaiting = true
    return found === 'later' ? undefined : found
  }
  for (const size of release.cover === null ? [] : session.covers) {
    const cover = await orWait(downloadCover(session, folder, { releaseId: release.id, size }))
    if (cover !== undefined) covers.push(cover)
  }
  for (const track of session.audio === 'none' ? [] : release.tracks) {
    const name = await orWait(downloadTrack(session, folder, track))
    if (name !== undefined) audio[track.trackId] = name
  }
  return { files: { covers, audio }, isWaiting }
}

/** The hub has the file later, or has lost it: neither may hold up other releases. */
const laterCodes: ReadonlySet<string> = new Set(['rendition_not_ready', 'storage_unavailable'])

function throwUnlessLater(error: unknown): 'later' {
  if (error instanceof SpindleError && laterCodes.has(error.code)) return 'later'
  throw error
}

const maxCoverBytes = 8 * 1024 ** 2
const digestLength = 12

async function downloadCover(
  { integration, signal }: MirrorSession,
  folder: string,
  { releaseId, size }: { readonly releaseId: string; readonly size: ImageSize },
): Promise<CoverFile> {
  const response = await integration.cover(releaseId, { size, signal })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of readResponseBody(response, signal)) {
    length += chunk.byteLength
    if (length > maxCoverBytes) throw unexpectedAnswer(`a cover of more than ${maxCoverBytes} bytes for ${releaseId}`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const { format } = readPictureHeader(bytes)
  if (format?.container !== 'webp') throw unexpectedAnswer(`a cover of ${releaseId} that is not a WebP image`)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, digestLength)
  const file = `cover-${size}-${digest}.webp`
  if (!(await hasFile(folder, file))) await writeFileAtomically(join(folder, file), bytes, forEveryone)
  return { size, file, width: format.width, height: format.height }
}

/** What masters are, by their media type. */
const extensions: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/aiff': 'aiff',
  'audio/flac': 'flac',
  'audio/mpeg': 'mp3',
}

/** The name of the file; undefined if the hub makes no MP3 of the track. */
async function downloadTrack(
  { integration, signal, audio }: MirrorSession,
  folder: string,
  { trackId, audio: master }: PlayableTrack,
): Promise<string | undefined> {
  if (!isTrackId(trackId)) throw unexpectedAnswer('an invalid id of a track')
  if (!/^[0-9a-f]{64}$/.test(master.sha256)) throw unexpectedAnswer(`an invalid SHA-256 for ${trackId}`)
  const format = audio === 'mp3' ? ('mp3' as const) : undefined
  const ending = format === undefined ? `.${extensions[master.contentType] ?? 'bin'}` : `-rendition.${format}`
  const file = `${trackId}-${master.sha256.slice(0, digestLength)}${ending}`
  if (await hasFile(folder, file)) return file
  try {
    const sha256 = format === undefined ? master.sha256 : undefined
    await downloadAudioFile({ integration, trackId, format, signal }, join(folder, file), { sha256 })
  } catch (error) {
    if (error instanceof SpindleError && error.code === 'rendition_unavailable') return undefined
    throw error
  }
  return file
}

const hasFile = (folder: string, file: string): Promise<boolean> =>
  stat(join(folder, file)).then(
    (found) => found.isFile(),
    () => false,
  )
