import { groupBy } from './group-by.ts'
import type { DeliveryFile, Master } from './master.ts'
import { parseTrackNames } from './parse-track-names.ts'

/** The play order of the masters, and their titles: from tags, else from names. Contradictions are reported. */

/** A master with its place and title, and where these come from. */
export interface PlacedMaster<File extends DeliveryFile = DeliveryFile> {
  readonly master: Master<File>
  readonly disc: number
  readonly number: number | undefined
  readonly title: string
  readonly titleSource: 'tags' | 'file name'
  /** The artist in the file name. */
  readonly nameArtist: string | undefined
}

/** Masters in play order, and what does not fit together. */
export interface TrackOrder<File extends DeliveryFile = DeliveryFile> {
  readonly tracks: readonly PlacedMaster<File>[]
  readonly notes: readonly string[]
}

/** By disc and number; masters without a number come last, by name. */
export function orderTracks<File extends DeliveryFile>(masters: readonly Master<File>[]): TrackOrder<File> {
  const names = namesByFolder(masters)
  const tracks = masters.map((master, index): PlacedMaster<File> => {
    const { tags, file } = master
    const name = names[index]
    return {
      master,
      disc: tags.disc ?? file.disc ?? name?.disc ?? 1,
      number: tags.number ?? name?.number,
      title: tags.title ?? name?.title ?? file.name,
      titleSource: tags.title === undefined ? 'file name' : 'tags',
      nameArtist: name?.artist,
    }
  })
  const sorted = tracks.sort((a, b) => a.disc - b.disc || (a.number ?? 1_000) - (b.number ?? 1_000))
  return { tracks: sorted, notes: notesOf(sorted) }
}

/** Names explain each other within one folder. */
function namesByFolder(masters: readonly Master[]) {
  const folders = groupBy(masters, ({ file }) => file.disc)
  const read = new Map<Master, ReturnType<typeof parseTrackNames>[number]>()
  for (const group of folders.values()) {
    const names = parseTrackNames(group.map(({ file }) => file.name))
    for (const [index, master] of group.entries()) {
      const name = names[index]
      if (name) read.set(master, name)
    }
  }
  return masters.map((master) => read.get(master))
}

function notesOf(tracks: readonly PlacedMaster[]): readonly string[] {
  const discs = groupBy(tracks, ({ disc }) => disc)
  return [...discs].flatMap(([disc, onDisc]) => discNotes(discs.size > 1 ? ` on disc ${disc}` : '', onDisc))
}

function discNotes(where: string, tracks: readonly PlacedMaster[]): readonly string[] {
  const nameOf = ({ master }: PlacedMaster): string => master.file.name
  const byNumber = groupBy(tracks, ({ number }) => number)
  const unnumbered = byNumber.get(undefined) ?? []
  byNumber.delete(undefined)
  const doubled = [...byNumber].filter(([, same]) => same.length > 1)
  const highest = Math.max(0, ...tracks.map(({ number }) => number ?? 0))
  const missing = Array.from({ length: highest }, (_, index) => index + 1).filter((number) => !byNumber.has(number))
  return [
    ...doubled.map(
      ([number, same]) =>
        `${same.map(nameOf).join(' and ')} have the same number ${number}${where}. They are sorted by name.`,
    ),
    ...(byNumber.size > 0 && missing.length > 0 && missing.length <= tracks.length
      ? [`${numbered(missing)} missing${where}. The other tracks move up. Check whether a file is missing.`]
      : []),
    ...(byNumber.size > 0 && unnumbered.length > 0
      ? [`No number${where}, so placed last: ${unnumbered.map(nameOf).join(', ')}.`]
      : []),
  ]
}

const numbered = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Number ${numbers[0]} is` : `Numbers ${numbers.join(', ')} are`
