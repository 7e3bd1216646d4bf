import type { Release } from '@spindle/client'
import { type DeliveryState, savedReleaseOf, uploadFinder } from './delivery-state.ts'
import { type Draft, type DraftRequest, type DraftTrack, draftOfRelease, requestOfRelease } from './document/draft.ts'
import { isSame, type Members } from './document/members.ts'
import { listUploads } from './document/merge-drafts.ts'
import { type FileRow, uploadOf } from './file-row.ts'
import { type Examined, isRefused } from './files/examine-file.ts'
import { freeKey, type Taken, takeFiles, withSuggestedType } from './take-files.ts'
import type { Tray } from './tray/tray.ts'

/** What people do with a delivery, each as the state that follows from it. */

/** Members that describe only one recording. */
const ownMembers: ReadonlySet<string> = new Set([
  'title',
  'version',
  'subtitle',
  'titles',
  'isrc',
  'iswc',
  'lyrics',
  'previewStartMs',
  'disc',
])

/** Undefined when it cannot go there. */
export function withTrackMoved(draft: Draft, key: string, to: number): Draft | undefined {
  const track = draft.tracks.find((one) => one.key === key)
  if (!track || to < 0 || to >= draft.tracks.length) return undefined
  const others = draft.tracks.filter((one) => one !== track)
  return { ...draft, tracks: [...others.slice(0, to), track, ...others.slice(to)] }
}

export function withTrackCopied(draft: Draft, key: string): Draft {
  const source = draft.tracks.find((track) => track.key === key)?.members ?? {}
  const shared = Object.fromEntries(Object.entries(source).filter(([name]) => !ownMembers.has(name)))
  const tracks = draft.tracks.map((track) =>
    track.key === key ? track : { ...track, members: { ...track.members, ...shared } },
  )
  return { ...draft, tracks }
}

/** Its track goes with it; a track that the hub has without audio waits for another file. */
export function withoutFile(state: DeliveryState, key: string): DeliveryState {
  const { coverKey, ...draft } = state.draft
  const waiting = state.files.some((row) => row.key === key)
    ? draft.tracks.find(({ fileKey, lacksAudio }) => lacksAudio && fileKey === key)
    : undefined
  return withSuggestedType({
    ...state,
    files: state.files.filter((row) => row.key !== key),
    draft: {
      ...draft,
      ...(coverKey !== undefined && coverKey !== key && { coverKey }),
      tracks: draft.tracks.flatMap((track) => {
        if (track === waiting) return { ...track, fileKey: track.id ?? track.key }
        return track.fileKey === key ? [] : track
      }),
    },
  })
}

/** Another file in the place of one: its track keeps its metadata. */
export function withFileReplaced(state: DeliveryState, key: string, examined: Examined): Taken {
  const isOfTrack = state.draft.tracks.some(({ fileKey }) => fileKey === key)
  const replaced = state.files.find((one) => one.key === key)
  const isInUse = isOfTrack || state.draft.coverKey === key
  const isSent = examined.kind !== 'foreign' && !isRefused(examined)
  // A track takes no picture: that is the cover. A file that is not sent takes the place of none that is.
  if ((isOfTrack && examined.kind !== 'audio') || (isInUse && !isSent && !replaced?.isRefused))
    return takeFiles(state, [examined], undefined)
  const others = state.files.filter((one) => one.key !== key)
  const alone = takeFiles({ ...state, files: [], draft: { members: {}, tracks: [] } }, [examined], undefined)
  const row = alone.state.files.map((one) => ({
    ...one,
    key: freeKey(others, one.key),
    replaces: replaced && uploadOf(replaced),
  }))[0]
  if (!row) return { state, toSend: [] }
  const tracks = state.draft.tracks.map((track) => (track.fileKey === key ? { ...track, fileKey: row.key } : track))
  const isCover = state.draft.coverKey === key || (row.kind === 'image' && !row.isRefused)
  const changed = withSuggestedType({
    ...state,
    files: replaced ? state.files.map((one) => (one.key === key ? row : one)) : [...state.files, row],
    draft: {
      ...state.draft,
      ...(isCover && { coverKey: row.key }),
      tracks: isOfTrack
        ? tracks
        : [...tracks, ...alone.state.draft.tracks.map((track) => ({ ...track, fileKey: row.key }))],
    },
  })
  return { state: changed, toSend: alone.toSend.map(() => row) }
}

/** The release as the hub has it; files that are still on their way stay, with their tracks. */
export function withRelease(state: DeliveryState, release: Release): DeliveryState {
  const draft = draftOfRelease(release)
  const known = (uploadId: string): FileRow | undefined => state.files.find((row) => uploadOf(row) === uploadId)
  const keyOf = (uploadId: string): string => known(uploadId)?.key ?? uploadId
  const ofTracks = draft.tracks.flatMap(({ fileKey, lacksAudio }) => (lacksAudio ? [] : fileKey))
  const uploadIds = [...ofTracks, ...(draft.coverKey ? [draft.coverKey] : [])]
  const rows = uploadIds.map((uploadId) => known(uploadId) ?? arrivedRow(uploadId, release))
  const rest = state.files.filter((row) => !rows.includes(row) && !row.hasArrived)
  const awaited = state.draft.tracks.filter(({ fileKey }) => rest.some(({ key }) => key === fileKey))
  const sentFor = ({ id, lacksAudio }: DraftTrack): DraftTrack | undefined =>
    lacksAudio && awaited.find((track) => track.id === id)
  const pending = awaited.filter((track) => !draft.tracks.some((one) => sentFor(one) === track))
  // A field stays the same while a person types.
  const trackKeyOf = ({ key, id, fileKey }: DraftTrack): string =>
    state.draft.tracks.find((track) => track.id === id || track.fileKey === keyOf(fileKey))?.key ?? key
  return {
    ...state,
    files: [...rows, ...rest],
    draft: {
      ...draft,
      ...(draft.coverKey !== undefined && { coverKey: keyOf(draft.coverKey) }),
      tracks: [
        ...draft.tracks.map((track) => ({
          ...track,
          key: trackKeyOf(track),
          fileKey: sentFor(track)?.fileKey ?? keyOf(track.fileKey),
        })),
        ...pending,
      ],
    },
    release: savedReleaseOf(release),
    theirs: undefined,
    saving: { kind: 'saved', at: release.updatedAt },
  }
}

/** Members that were changed elsewhere since `base` are taken; everything else stays as it is in the form. */
export function withTheirs(state: DeliveryState, base: DraftRequest, release: Release): DeliveryState {
  const held = requestOfRelease(release)
  const theirs = withRelease(state, release)
  const isSameList = isSame(listUploads(base), listUploads(held))
  const findUpload = uploadFinder(theirs.files)
  const membersOf = (request: DraftRequest, { id, fileKey }: DraftTrack): Members => {
    const uploadId = findUpload(fileKey)
    const withAudio = uploadId && request.tracks.find((track) => track.uploadId === uploadId)
    return withAudio || request.tracks.find((track) => track.id === id) || {}
  }
  const tracks = (isSameList ? state : theirs).draft.tracks.map((track) => {
    const [mine, their] = [state, theirs].map(({ draft }) => draft.tracks.find(({ key }) => key === track.key))
    if (!mine || !their) return track
    const members = chooseMembers(membersOf(base, their), membersOf(held, their), mine.members, their.members)
    return { ...track, ...(their.id !== undefined && { id: their.id }), members }
  })
  const { coverKey } = (isSame(base.coverUploadId, held.coverUploadId) ? state : theirs).draft
  const isGone = (uploadId: string | undefined): boolean =>
    uploadId !== undefined && listFiles(base).includes(uploadId) && !listFiles(held).includes(uploadId)
  const files = state.files.filter((row) => !isGone(uploadOf(row)))
  return {
    ...theirs,
    // Typed values that are kept may not be saved yet.
    saving: state.saving,
    files: [...files, ...theirs.files.filter(({ key }) => !files.some((row) => row.key === key))],
    draft: {
      members: chooseMembers(base, held, state.draft.members, theirs.draft.members),
      ...(coverKey !== undefined && { coverKey }),
      tracks,
    },
  }
}

const listFiles = (request: DraftRequest): readonly unknown[] => [request.coverUploadId, ...listUploads(request)]

function chooseMembers(base: Members, held: Members, mine: Members, theirs: Members): Members {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const entries = names.map((name) => [name, (isSame(base[name], held[name]) ? mine : theirs)[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The shared state of all windows, with that of this one: bytes, and their progress. */
export function withTray(state: DeliveryState, { draft, files, suggestions, suggestedType }: Tray): DeliveryState {
  const rows = files.map((kept): FileRow => {
    const { bytes, sending, upload } = state.files.find(({ key }) => key === kept.key) ?? {}
    return {
      ...kept,
      ...(bytes && { bytes }),
      ...(sending && !kept.hasArrived && { sending }),
      ...(upload && upload.id === kept.uploadId && { upload }),
    }
  })
  return { ...state, draft, files: rows, suggestions, suggestedType, isEndedElsewhere: false }
}

/** The hub's answer gives tracks their ids and says what is wrong; what is typed in the meantime stays. */
export function withAnswer(state: DeliveryState, release: Release): DeliveryState {
  const idOf = new Map(release.tracks.flatMap(({ id, uploadId }) => (uploadId ? [[uploadId as string, id]] : [])))
  const findUpload = uploadFinder(state.files)
  const tracks = state.draft.tracks.map((track) => {
    const id = idOf.get(findUpload(track.fileKey) ?? '')
    if (id === undefined) return track
    const { lacksAudio: _lacksAudio, ...whole } = track
    return id === track.id && !track.lacksAudio ? track : { ...whole, id }
  })
  return { ...state, draft: { ...state.draft, tracks }, release: savedReleaseOf(release) }
}

const arrivedRow = (uploadId: string, { tracks, title }: Release): FileRow => ({
  key: uploadId,
  name: tracks.find((track) => track.uploadId === uploadId)?.title ?? title,
  size: 0,
  modified: 0,
  kind: tracks.some((track) => track.uploadId === uploadId) ? 'audio' : 'image',
  findings: [],
  uploadId,
  hasArrived: true,
  isRefused: false,
})
