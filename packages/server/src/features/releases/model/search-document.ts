import { composeDisplayArtist, type SearchMatch } from '@spindle/contract'
import {
  codeWord,
  parseSearchWords,
  parseTypoWords,
  searchForms,
  typoKeys,
} from '../../../platform/values/search-words.ts'
import type { PlacedTrack, ReleaseMembers } from './release-document.ts'

/** What a release is found by. Pure; stored with the release, in the same statement (release-queries.ts). */
export interface SearchDocument {
  /** The words, which carry their account, and the keys of typos. */
  readonly words: readonly string[]
  /**
   * Two lines for each text: its words between tabs, and the `matched` of the API as JSON, which has no tabs. PostgreSQL
   * finds the text that a search means, so that a page needs no second statement.
   */
  readonly texts: string
}

interface Searchable {
  readonly releaseId: string
  readonly document: ReleaseMembers
  readonly tracks: readonly Pick<PlacedTrack, 'id' | 'disc' | 'number' | 'document'>[]
}

// A tsvector ends at 1 MiB, and a search reads the texts of each result. The first texts have priority: one beyond is found
// without typos, then without being shown, then not at all.
const maxTypoKeys = 4_000
const maxTextBytes = 400_000
const maxWordBytes = 400_000

export function searchDocument(accountId: string, release: Searchable): SearchDocument {
  const words = new Set<string>(searchForms)
  const keys = new Set<string>()
  const lines: string[] = []
  let wordBytes = 0
  let textBytes = 0
  for (const match of listTexts(release)) {
    const found = wordsOf(match)
    for (const word of found) {
      const stored = `${accountId}:${word}`
      if (words.has(stored)) continue
      wordBytes += Buffer.byteLength(stored)
      if (wordBytes > maxWordBytes) return { words: [...words, ...keys], texts: lines.join('\n') }
      words.add(stored)
    }
    const text = `\t${found.join('\t')}\t\n${JSON.stringify(match)}`
    textBytes += Buffer.byteLength(text) + 1
    if (found.length > 0 && textBytes <= maxTextBytes) lines.push(text)
    if (codes.has(match.in) || keys.size > maxTypoKeys) continue
    for (const word of parseTypoWords(match.text)) for (const key of typoKeys(accountId, word)) keys.add(key)
  }
  return { words: [...words, ...keys], texts: lines.join('\n') }
}

type In = SearchMatch['in']

/** Found only by themselves, not by words. */
const strictCodes: ReadonlySet<In> = new Set(['release_id', 'upc', 'isrc'])
/** A code with another letter is another code. */
const codes: ReadonlySet<In> = new Set([...strictCodes, 'external_id', 'catalog_number'])

const wordsOf = ({ in: kind, text }: SearchMatch): string[] =>
  strictCodes.has(kind) ? [codeWord(text)] : parseSearchWords(text)

/** Each text once: a contributor of the release and of all its tracks is shown as the one of the release. */
function listTexts({ releaseId, document, tracks }: Searchable): SearchMatch[] {
  const known = new Set<string>()
  return [...listReleaseTexts(releaseId, document), ...tracks.flatMap(listTrackTexts)].filter(({ in: kind, text }) => {
    const key = `${isPerson(kind) ? 'person' : kind} ${text}`
    return known.has(key) ? false : known.add(key)
  })
}

const isPerson = (kind: In): boolean => /artist|contributor/.test(kind)

function listReleaseTexts(releaseId: string, document: ReleaseMembers): SearchMatch[] {
  const text = (kind: In, value: string | null | undefined): SearchMatch[] =>
    value === undefined || value === null ? [] : [{ in: kind, text: value }]
  return [
    ...text('title', document.title),
    ...text('subtitle', document.subtitle),
    ...text('version', document.version),
    ...(document.titles ?? []).flatMap(({ title }) => text('title', title)),
    ...text('artist', composeDisplayArtist(document)),
    ...(document.contributors ?? []).flatMap(({ name }) => text('contributor', name)),
    ...text('label', document.label),
    ...text('upc', document.upc),
    ...text('catalog_number', document.catalogNumber),
    ...text('external_id', document.externalId),
    ...text('release_id', releaseId),
  ]
}

function listTrackTexts({ id, disc, number, document }: Searchable['tracks'][number]): SearchMatch[] {
  const text = (kind: In, value: string | undefined): SearchMatch[] =>
    value === undefined ? [] : [{ in: kind, text: value, trackId: id as `trk_${string}`, disc, number }]
  return [
    ...text('track_title', document.title),
    ...text('track_subtitle', document.subtitle),
    ...text('track_version', document.version),
    ...(document.titles ?? []).flatMap(({ title }) => text('track_title', title)),
    ...text('track_artist', document.displayArtist),
    ...(document.contributors ?? []).flatMap(({ name }) => text('track_contributor', name)),
    ...text('isrc', document.isrc),
  ]
}
