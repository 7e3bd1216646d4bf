import type { Finding } from '@spindle/client'
import { chooseCover, orderTracks } from '@spindle/client/suggest'
import { suggestType } from '@spindle/contract/vocabulary'
import type { DeliveryState } from './delivery-state.ts'
import type { Draft, DraftTrack } from './document/draft.ts'
import { type FileRow, isSameFile, isWanted, uploadOf } from './file-row.ts'
import type { ChosenFile } from './files/chosen-file.ts'
import { type Examined, type ExaminedMaster, type ExaminedPicture, isRefused } from './files/examine-file.ts'
import { type Suggestion, suggest } from './suggestions.ts'
import { thisWindow } from './tray/windows.ts'
import { fingerprintOf } from './uploading/fingerprint.ts'

/** From examined files to rows, tracks in order, a cover and what tags suggest. */

/**
 * A name that no other of the list has. Keys follow from files, so that a file which is chosen in two windows is one row
 * and one track.
 */
export function freeKey(taken: readonly { readonly key: string }[], wanted: string): string {
  return taken.some(({ key }) => key === wanted) ? freeKey(taken, `${wanted}+`) : wanted
}

/** Chosen files that are in the list already, wherever they were chosen from. */
export const findKnown = (rows: readonly FileRow[], files: readonly ChosenFile[]) =>
  files.flatMap((file) => {
    const row = rows.find((one) => isWanted(one) && isSameFile(one, file.bytes))
    return row ? [{ row, file }] : []
  })

export interface Taken {
  readonly state: DeliveryState
  /** Rows that can be sent. */
  readonly toSend: readonly FileRow[]
}

export function takeFiles(state: DeliveryState, examined: readonly Examined[], folderName: string | undefined): Taken {
  const masters = examined.filter((one) => one.kind === 'audio')
  const pictures = examined.filter((one) => one.kind === 'image')
  const foreign = examined.filter((one) => one.kind === 'foreign').map(({ file }) => rowOf(file, 'foreign', []))
  const audio = takeMasters(state.draft, masters, folderName)
  const images = takePictures(pictures)
  const replaced = images.cover === undefined ? undefined : state.draft.coverKey
  const held = state.files.find(({ key }) => key === replaced)
  const pictureRows = images.rows.map((row) =>
    held && row.key === images.cover ? { ...row, replaces: uploadOf(held) } : row,
  )
  const rows = [...audio.rows, ...pictureRows, ...foreign]
  const isNew = new Set(rows.map(({ key }) => key))
  const files = [...state.files.filter(({ key }) => key !== replaced && !isNew.has(key)), ...rows]
  const draft: Draft = {
    ...audio.draft,
    ...(images.cover !== undefined && { coverKey: images.cover }),
  }
  return {
    state: withSuggestedType({
      ...state,
      files,
      draft,
      suggestions: [...state.suggestions, ...audio.suggestions],
      notes: audio.notes,
    }),
    toSend: rows.filter(({ kind, isRefused: isNot }) => kind !== 'foreign' && !isNot),
  }
}

/** Follows the number and the length of the tracks, until a person has chosen another. */
export function withSuggestedType(state: DeliveryState): DeliveryState {
  const { draft, files, suggestedType } = state
  if (draft.tracks.length === 0) return state
  const { type } = suggestType(
    draft.tracks.map(({ fileKey }) => files.find(({ key }) => key === fileKey)?.durationMs ?? undefined),
  )
  const isChosen = draft.members.type !== undefined && draft.members.type !== suggestedType
  if (isChosen) return state
  return { ...state, suggestedType: type, draft: { ...draft, members: { ...draft.members, type } } }
}

interface TakenMasters {
  readonly rows: readonly FileRow[]
  readonly draft: Draft
  readonly suggestions: readonly Suggestion[]
  readonly notes: readonly string[]
}

function takeMasters(draft: Draft, masters: readonly ExaminedMaster[], folderName: string | undefined): TakenMasters {
  const refused = masters.filter(isRefused).map(({ file, findings }) => rowOf(file, 'audio', findings, true))
  const { tracks: placed, notes } = orderTracks(masters.filter((master) => !isRefused(master)))
  const rows = placed.map(({ master }) => ({
    ...rowOf(master.file, 'audio', findingsOf(masters, master.file)),
    durationMs: master.format?.durationMs,
  }))
  const tracks = placed.map(({ title }, index): DraftTrack => {
    const fileKey = rows[index]?.key ?? ''
    return { key: freeKey(draft.tracks, `track ${fileKey}`), fileKey, members: { title } }
  })
  const suggested = suggest(
    placed,
    tracks.map(({ key }) => key),
    folderName,
  )
  const title = draft.members.title ?? suggested.title
  return {
    rows: [...rows, ...refused],
    draft: {
      ...draft,
      members: { ...draft.members, ...(placed.length > 0 && { title }) },
      tracks: [...draft.tracks, ...tracks],
    },
    suggestions: placed.length > 0 ? suggested.suggestions : [],
    notes: [...notes, ...suggested.notes],
  }
}

const findingsOf = (masters: readonly ExaminedMaster[], file: ChosenFile): readonly Finding[] =>
  masters.find((master) => master.file === file)?.findings ?? []

/** The cover is chosen by the names of the pictures; the others are not sent. */
function takePictures(pictures: readonly ExaminedPicture[]) {
  const usable = pictures.filter((picture) => !isRefused(picture))
  const chosen = chooseCover(usable.map(({ file }) => file)).cover
  let cover: string | undefined
  const rows = pictures.map((picture): FileRow => {
    const { file, findings } = picture
    if (isRefused(picture)) return rowOf(file, 'image', findings, true)
    if (file !== chosen) return rowOf(file, 'foreign', [])
    const row = rowOf(file, 'image', findings)
    cover = row.key
    return row
  })
  return { rows, cover }
}

const rowOf = (
  { name, size, bytes }: ChosenFile,
  kind: FileRow['kind'],
  findings: readonly Finding[],
  refused = false,
): FileRow => ({
  key: fingerprintOf(bytes),
  name,
  size,
  modified: bytes.lastModified,
  kind,
  findings,
  hasArrived: false,
  isRefused: refused,
  bytes,
  heldBy: thisWindow,
})
