import { decodeOrGuess } from '@spindle/contract/text-files'
import type { MasterTags } from './master.ts'
import type { Id3Names } from './read-id3-names.ts'
import { joinSplit, type NameGuess, splitNames } from './split-names.ts'

/** What a reader of tags (music-metadata) found, as far as it is used here. */
export interface FoundTags {
  /** Tags by their common names. */
  readonly common: {
    readonly title?: string | undefined
    readonly artist?: string | undefined
    readonly artists?: readonly string[] | undefined
    readonly albumartist?: string | undefined
    readonly album?: string | undefined
    readonly track: { readonly no: number | null }
    readonly disk: { readonly no: number | null }
    readonly isrc?: readonly string[] | undefined
    readonly barcode?: string | undefined
    readonly label?: readonly string[] | undefined
    readonly date?: string | undefined
    readonly genre?: readonly string[] | undefined
    readonly composer?: readonly string[] | undefined
    readonly lyricist?: readonly string[] | undefined
    readonly copyright?: string | undefined
    readonly compilation?: boolean | undefined
  }
  /** Tags by their format. */
  readonly native: object
}

/** `clean` removes characters that must not be shown; `written` are the names as ID3 has them. */
export function readTags(found: FoundTags, clean: (text: string) => string, written: Id3Names = {}): MasterTags {
  const { common, isGuessed } = decodeTags(found)
  const text = (value: unknown, maxLength = 200) => toLine(value, maxLength, clean)
  const texts = (values: readonly unknown[]): readonly string[] => [
    ...new Set(values.flatMap((value) => text(value) ?? []).slice(0, 50)),
  ]
  const guesses: NameGuess[] = []
  const namesOf = (tagName: NameGuess['tagName'], found: readonly string[]): readonly string[] => {
    const values = joinSplit(found, written[tagName])
    const people = values.map((value) => ({ text: text(value) ?? '', names: texts(splitNames(value)) }))
    const isOpen = ({ text: value, names }: { readonly text: string; readonly names: readonly string[] }) =>
      names.length > 1 || (value.includes('/') && value === text(written[tagName]))
    guesses.push(...people.filter(isOpen).map((guess) => ({ tagName, ...guess })))
    return texts(people.flatMap(({ names }) => names))
  }
  const artists = namesOf('artist', common.artists ?? [common.artist ?? ''])
  return {
    title: text(common.title, 500),
    artists: artists.length > 0 ? artists : namesOf('artist', [common.artist ?? '']),
    albumArtist: text(wholeName(common.albumartist, written.albumArtist)),
    album: text(common.album, 500),
    number: inRange(common.track.no, 500),
    disc: inRange(common.disk.no, 99),
    isrc: text(common.isrc?.[0], 40),
    upc: text(common.barcode, 40),
    label: text(common.label?.[0]),
    date: text(common.date, 40),
    genre: text(common.genre?.[0], 64),
    composers: namesOf('composer', common.composer ?? []),
    lyricists: namesOf('lyricist', common.lyricist ?? []),
    copyright: text(common.copyright, 300),
    isCompilation: common.compilation === true,
    isGuessed,
    guesses,
  }
}

/** A reader that splits at `/` keeps the first part only. */
const wholeName = (found: string | undefined, written: string | undefined): string | undefined =>
  found !== undefined && written?.split('/')[0]?.trim() === found ? written : found

/**
 * RIFF defines INFO as Latin-1; ffmpeg and most current editors write UTF-8, and others Windows-1252. Bytes that are valid
 * UTF-8 beyond ASCII are hardly ever meant as Latin-1. ID3 defines Latin-1 as well, and names UTF-8 where it is used.
 */
function decodeTags({ common, native }: FoundTags): Pick<MasterTags, 'isGuessed'> & Pick<FoundTags, 'common'> {
  const isInfo = 'exif' in native && native.exif !== undefined
  let isGuessed = false
  const decoded = JSON.parse(JSON.stringify(common), (_, value: unknown) => {
    if (typeof value !== 'string' || !wasReadAsLatin1(value, isInfo)) return value
    const found = decodeOrGuess(Uint8Array.from(value, (character) => character.charCodeAt(0)))
    isGuessed ||= found.isGuessed
    return found.text
  }) as FoundTags['common']
  return { common: decoded, isGuessed }
}

/** Its bytes are its characters. No text has the control characters of Latin-1: they are letters of Windows-1252. */
const wasReadAsLatin1 = (text: string, isInfo: boolean): boolean =>
  Array.from(text).every((character) => character <= '\u00FF') &&
  (isInfo ? /[^\p{ASCII}]/u : /[^\P{Cc}\p{ASCII}]/u).test(text)

/** Tags are text of other people: one line, of a length a release can hold. */
function toLine(value: unknown, maxLength: number, clean: (text: string) => string): string | undefined {
  if (typeof value !== 'string') return undefined
  const cleaned = Array.from(clean(value).normalize('NFC').replace(/\s+/gu, ' ').trim()).slice(0, maxLength).join('')
  return cleaned === '' ? undefined : cleaned
}

const inRange = (value: number | null | undefined, max: number): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max ? value : undefined
