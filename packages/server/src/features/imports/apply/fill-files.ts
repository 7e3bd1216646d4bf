import type { ImportFile, ImportNote, ReleaseDocument, TrackInput } from '@spindle/contract'
import type { UploadFacts } from '../../uploads/index.ts'
import { fileWords } from './explain-files.ts'
import type { MatchedFile, MatchedFiles } from './match-files.ts'
import type { WrittenRelease } from './to-document.ts'

/**
 * Puts the uploads in their places. A file that matches the message is used; if files are missing or wrong, the release
 * keeps its own, and a track without any is left out.
 */

type Track = ReleaseDocument['tracks'][number]

export interface Filling {
  readonly files: MatchedFiles
  readonly knownTracks: readonly (Track | undefined)[]
  readonly coverUploadId: TrackInput['uploadId'] | undefined
  /** The uploads of the release. */
  readonly uploads: ReadonlyMap<string, UploadFacts>
}

export interface Filled {
  readonly tracks: readonly (Track & Pick<TrackInput, 'uploadId'>)[]
  readonly cover: { readonly coverUploadId?: TrackInput['uploadId'] }
  readonly files: ImportFile[]
  readonly notes: readonly Pick<ImportNote, 'code' | 'message'>[]
  /** All files are present and match the message. */
  readonly isComplete: boolean
}

interface Placed {
  readonly uploadId: TrackInput['uploadId'] | undefined
  readonly file: ImportFile
}

/** The same bytes in another upload are not a change. */
function place(match: MatchedFile, known: TrackInput['uploadId'] | undefined, uploads: Filling['uploads']): Placed {
  const { path, upload, status } = match
  const uploadId = (upload?.id ?? null) as ImportFile['uploadId']
  const isKnown = known !== undefined && uploads.get(known)?.sha256 === upload?.sha256
  if (status === 'accepted') {
    const accepted = isKnown ? known : (upload?.id as TrackInput['uploadId'])
    return { uploadId: accepted, file: { path: path ?? '', uploadId, status } }
  }
  const isKept = status === 'missing' && known !== undefined
  return { uploadId: known, file: { path: path ?? '', uploadId, status: isKept ? 'kept' : status } }
}

function noteOf(what: string, { uploadId, file }: Placed): Pick<ImportNote, 'code' | 'message'>[] {
  if (file.status === 'accepted' || file.status === 'kept') return []
  const name = file.path === '' ? 'Its file' : file.path
  const end = uploadId === undefined ? 'It was not imported.' : 'The release keeps its current file.'
  return [{ code: 'left_out', message: `${what}: ${name.slice(0, 500)} ${fileWords[file.status]}. ${end}` }]
}

export function fillFiles(written: WrittenRelease, { files, knownTracks, coverUploadId, uploads }: Filling): Filled {
  const placed = files.tracks.map((match, index) => place(match, knownTracks[index]?.uploadId, uploads))
  const cover = files.cover && place(files.cover, coverUploadId, uploads)
  const tracks = placed.flatMap(({ uploadId }, index): Filled['tracks'][number][] => {
    const members = written.tracks[index]
    const id = knownTracks[index]?.id
    return members && uploadId !== undefined ? [{ ...(id === undefined ? {} : { id }), ...members, uploadId }] : []
  })
  const notes = [
    ...placed.flatMap((one, index) => noteOf(`Track ${index + 1}`, one)),
    ...(cover ? noteOf('The cover', cover) : []),
  ]
  const coverId = cover?.uploadId ?? coverUploadId
  return {
    tracks,
    cover: coverId === undefined ? {} : { coverUploadId: coverId },
    files: [...placed, ...(cover ? [cover] : [])].map(({ file }) => file),
    notes,
    isComplete: notes.length === 0,
  }
}
