import type { ReleaseInput, TrackInput } from '@spindle/contract'
import { genres, isCalendarDate, parseGtin, parseIsrc } from '@spindle/contract/vocabulary'
import { groupBy } from './group-by.ts'
import type { Master, MasterTags } from './master.ts'
import type { PlacedMaster } from './order-tracks.ts'
import type { NameGuess } from './split-names.ts'

/** What tags and names say about the release. Suggestions only: they are shown as such, and a person's input wins. */

export type ReleaseMembers = Partial<Omit<ReleaseInput, 'tracks' | 'submit' | 'coverUploadId' | 'defaults'>>
export type TrackMembers = Partial<Omit<TrackInput, 'uploadId'>>

type Contributors = NonNullable<ReleaseMembers['contributors']>

/** The content of the tags of one master. */
export interface TrackSuggestion {
  readonly members: TrackMembers
  /** Main artists, if the tags name others than those of the release. */
  readonly artists: Contributors
  /** Composers and lyricists of the tags. */
  readonly writers: Contributors
}

/** Something that a person should check. */
export interface SuggestionNote {
  readonly text: string
  /** The member it is about: once it is set, there is nothing to check. */
  readonly member: string
  /** No value is suggested for the member, so a person has to set it. */
  readonly isOpen?: boolean
  /** Counts from 0; undefined for members of the release. */
  readonly trackIndex?: number
}

/** What all masters together say about the release and its tracks. */
export interface Suggestions {
  readonly release: ReleaseMembers
  /** In the order of the requested tracks. */
  readonly tracks: readonly TrackSuggestion[]
  readonly notes: readonly SuggestionNote[]
}

/** Members of the release have the value of most tracks; if tracks differ, a note says so. */
export function suggestRelease(tracks: readonly PlacedMaster[], folderName: string): Suggestions {
  const tags = tracks.map(({ master }) => master.tags)
  const [, folderArtist, folderTitle] = /^(.+?) - (.+)$/u.exec(folderName) ?? []
  const artists = releaseArtists(tracks, folderArtist)
  const isCompilation = artists.isVarious || (tags.length > 0 && tags.every((tag) => tag.isCompilation))
  const told: readonly TagValue[] = [
    ...tagMappings.map((telling) => readTagValue(telling, tags)),
    ...readCopyrightLines(tags),
  ]
  const release: ReleaseMembers = {
    title: folderTitle ?? folderName,
    ...(isCompilation ? { isCompilation: true } : {}),
    ...(artists.names.length === 0 || artists.isVarious ? {} : { contributors: artists.names.map(mainArtist) }),
    ...Object.fromEntries(told.flatMap(({ member, value }) => (value === undefined ? [] : [[member, value]]))),
  }
  const notesOfTracks = tracks.flatMap(({ master }, trackIndex) => [
    ...isrcNote(master).map((text) => ({ text, member: 'isrc', trackIndex })),
    ...encodingNote(master).map((text) => ({ text, member: 'title', trackIndex })),
  ])
  return {
    release,
    tracks: tracks.map((track) => suggestTrack(track, artists)),
    notes: [
      ...told.flatMap(({ note, member }) => (note === undefined ? [] : [{ ...note, member }])),
      ...notesOfTracks,
      ...nameNotes(tags),
    ],
  }
}

interface TagValue {
  readonly member: string
  readonly value: unknown
  readonly note?: Pick<SuggestionNote, 'text' | 'isOpen'> | undefined
}

/** One tag, its member, and how its text becomes a value; undefined if it cannot. */
interface TagMapping {
  readonly tagName: string
  readonly member: string
  readonly read: (tags: MasterTags) => string | undefined
  readonly parse: (text: string) => string | undefined
}

const unchanged = (text: string): string => text

const tagMappings: readonly TagMapping[] = [
  { tagName: 'album', member: 'title', read: ({ album }) => album, parse: unchanged },
  { tagName: 'label', member: 'label', read: ({ label }) => label, parse: unchanged },
  {
    tagName: 'barcode',
    member: 'upc',
    read: ({ upc }) => upc,
    parse: (text) => (parseGtin(text) === undefined ? undefined : text),
  },
  {
    tagName: 'date',
    member: 'releaseDate',
    read: ({ date }) => date,
    parse: (text) => (isCalendarDate(text) ? text : undefined),
  },
  { tagName: 'genre', member: 'genre', read: ({ genre }) => genre, parse: (text) => findGenre(text) },
]

/** The value of most tracks, if it can be used. */
function readTagValue({ tagName, member, read, parse }: TagMapping, tags: readonly MasterTags[]): TagValue {
  const counted = mostFrequentFirst(tags.flatMap((tag) => read(tag) ?? []))
  const most = counted[0]
  if (most === undefined) return { member, value: undefined }
  const value = parse(most)
  if (value === undefined)
    return { member, value, note: { text: `The ${tagName} tag "${most}" cannot be used as ${member}.`, isOpen: true } }
  if (counted.length === 1) return { member, value }
  const others = counted.slice(1).map((text) => `"${text}"`)
  return { member, value, note: { text: `The ${tagName} tags differ: "${most}" is used, not ${others.join(', ')}.` } }
}

/** Distinct texts, the most frequent first. */
function mostFrequentFirst(texts: readonly string[]): readonly string[] {
  const groups = [...groupBy(texts, (text) => text)]
  return groups.sort(([, a], [, b]) => b.length - a.length).map(([text]) => text)
}

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')

const findGenre = (text: string): string | undefined =>
  genres.find(({ code, name }) => [lettersOf(code), lettersOf(name)].includes(lettersOf(text)))?.code

/** "℗ 2026 Blue Lamp" and "(C) 2026 Blue Lamp"; without the sign it is unclear which line it is. */
function readCopyrightLines(tags: readonly MasterTags[]): readonly TagValue[] {
  const most = mostFrequentFirst(tags.flatMap(({ copyright }) => copyright ?? []))[0] ?? ''
  const [, sign, year, text] = /^(℗|©|\([pc]\))\s*((?:19|20)\d{2}),?\s+(\S.*)$/iu.exec(most) ?? []
  if (sign === undefined) return []
  return [{ member: /[℗p]/iu.test(sign) ? 'pLine' : 'cLine', value: { year: Number(year), text } }]
}

interface Artists {
  readonly names: readonly string[]
  readonly isVarious: boolean
}

function releaseArtists(tracks: readonly PlacedMaster[], folderArtist: string | undefined): Artists {
  const albumArtist = mostFrequentFirst(tracks.flatMap(({ master }) => master.tags.albumArtist ?? []))[0]
  if (albumArtist !== undefined)
    return { names: [albumArtist], isVarious: /^(various|various artists|va)$/i.test(albumArtist) }
  const ofTracks = mostFrequentFirst(tracks.map((track) => JSON.stringify(artistsOf(track))))
  const common = ofTracks.length === 1 ? (JSON.parse(ofTracks[0] ?? '[]') as string[]) : []
  if (common.length > 0) return { names: common, isVarious: false }
  return { names: folderArtist === undefined ? [] : [folderArtist], isVarious: false }
}

function artistsOf({ master, nameArtist }: PlacedMaster): readonly string[] {
  if (master.tags.artists.length > 0) return master.tags.artists
  return nameArtist === undefined ? [] : [nameArtist]
}

const mainArtist = (name: string) => ({ name, role: 'main_artist' as const })

function suggestTrack(track: PlacedMaster, artists: Artists): TrackSuggestion {
  const { tags } = track.master
  const isrc = tags.isrc === undefined ? undefined : parseIsrc(tags.isrc)
  const own = artistsOf(track)
  const isOther = own.length > 0 && JSON.stringify(own) !== JSON.stringify(artists.isVarious ? [] : artists.names)
  return {
    members: { title: track.title, ...(isrc === undefined ? {} : { isrc }) },
    artists: isOther ? own.map(mainArtist) : [],
    writers: [
      ...tags.composers.map((name) => ({ name, role: 'composer' as const })),
      ...tags.lyricists.map((name) => ({ name, role: 'lyricist' as const })),
    ],
  }
}

const counts: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four', 5: 'five' }

/** One note for each written value: most tracks of a release have the same. */
function nameNotes(tags: readonly MasterTags[]): readonly SuggestionNote[] {
  const guesses = tags.flatMap((tag) => tag.guesses ?? [])
  const byText = new Map(guesses.map((guess) => [`${guess.tagName} ${guess.text}`, guess]))
  return [...byText.values()].map((guess) => ({ text: askAboutNames(guess), member: 'contributors' }))
}

function askAboutNames({ tagName, text, names }: NameGuess): string {
  if (names.length === 1)
    return `"${text}": one ${tagName}? The tag is used as one name. If not, change the contributors.`
  const count = counts[names.length] ?? String(names.length)
  const quoted = names.map((name) => `"${name}"`)
  return `"${text}": ${count} ${tagName}s? The tag is used as ${quoted.join(', ')}. If not, change the contributors.`
}

const encodingNote = ({ file, tags }: Master): readonly string[] =>
  tags.isGuessed === true
    ? [`The tags of ${file.name} are not UTF-8 and were read as Windows-1252. Check letters and quotation marks.`]
    : []

const isrcNote = ({ file, tags }: Master): readonly string[] =>
  tags.isrc !== undefined && parseIsrc(tags.isrc) === undefined
    ? [`The ISRC tag "${tags.isrc}" of ${file.name} is not a valid ISRC and was ignored.`]
    : []
