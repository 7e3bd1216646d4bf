import { parseIsrc } from '@spindle/contract/vocabulary'
import type { DeliveryState } from './delivery-state.ts'
import type { Draft, DraftTrack } from './document/draft.ts'
import { textOf } from './document/members.ts'
import { withFileReplaced } from './draft-changes.ts'
import { type Examined, isRefused } from './files/examine-file.ts'
import { type Taken, takeFiles } from './take-files.ts'

/** Tracks that an import of a table made without audio, and the files that are taken for them by their names. */

export const listWaiting = ({ draft, files }: DeliveryState): readonly DraftTrack[] =>
  draft.tracks.filter(({ lacksAudio, fileKey }) => lacksAudio && !files.some(({ key }) => key === fileKey))

/** The names that the hub takes for a track as well, without their ends: ISRC, then UPC_disc_track. */
export function listFileNames({ members, tracks }: Draft, track: DraftTrack): readonly string[] {
  const isrc = parseIsrc(textOf(track.members.isrc))
  const upc = textOf(members.upc).trim()
  const disc = discOf(track)
  const number = tracks.filter((one) => discOf(one) === disc).indexOf(track) + 1
  return [...(isrc ? [isrc] : []), ...(upc === '' ? [] : [`${upc}_${disc}_${number}`])]
}

const discOf = ({ members: { disc } }: DraftTrack): number => (typeof disc === 'number' ? disc : 1)

const stemOf = (name: string): string => (name.split('/').at(-1) ?? name).replace(/\.[^.]*$/, '')

/** Systems write numbers with zeros in front, and ISRCs with hyphens. */
const plain = (stem: string): string => parseIsrc(stem) ?? stem.replaceAll(/(?<=^|_)0+(?=\d)/g, '')

const findWaiting = (state: DeliveryState, fileName: string): DraftTrack | undefined =>
  listWaiting(state).find((track) =>
    listFileNames(state.draft, track).some((name) => plain(name) === plain(stemOf(fileName))),
  )

/** Masters with the name of a track that waits for its audio become that audio; all other files are new. */
export function takeChosen(state: DeliveryState, examined: readonly Examined[], folderName: string | undefined): Taken {
  const toSend: Taken['toSend'][number][] = []
  const rest: Examined[] = []
  let now = state
  for (const one of examined) {
    const track = one.kind === 'audio' && !isRefused(one) ? findWaiting(now, one.file.name) : undefined
    if (!track) rest.push(one)
    else {
      const taken = withFileReplaced(now, track.fileKey, one)
      now = taken.state
      toSend.push(...taken.toSend)
    }
  }
  if (rest.length === 0) return { state: now, toSend }
  const taken = takeFiles(now, rest, folderName)
  return { state: taken.state, toSend: [...toSend, ...taken.toSend] }
}
