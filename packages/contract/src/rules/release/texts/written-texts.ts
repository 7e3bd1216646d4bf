import { type Placed, pointerTo, type ReleaseForRules } from '../release-view.ts'

/** Every text of a release that outlets show, wherever it is written. */

/** A text, and whether it may have several lines. */
export interface WrittenText extends Placed<string> {
  readonly hasLines: boolean
}

/** Lyrics and notes to editors. */
const ofSeveralLines: readonly string[] = ['text of lyrics', 'marketingComment']

/** Codes, dates and references have rules of their own; `metadata` and `importIssues` are sent to no outlet. */
const notTexts: ReadonlySet<string> = new Set([
  ...['type', 'role', 'language', 'explicit', 'composition', 'genre', 'subgenre', 'aiUsage', 'timeZone', 'releaseTime'],
  ...['upc', 'grid', 'isrc', 'iswc', 'partyIds', 'labelPartyIds', 'territories', 'restrictions', 'recordingCountry'],
  ...['releaseDate', 'originalReleaseDate', 'preorderDate', 'firstPublicationDate', 'startsAt', 'endsAt'],
  ...['models', 'uses', 'claimPolicy', 'uploadId', 'coverUploadId', 'outlets', 'metadata', 'importIssues'],
])

function listTexts(value: unknown, pointer: string, name: string): readonly WrittenText[] {
  if (typeof value === 'string')
    return value === '' ? [] : [{ value, pointer, hasLines: ofSeveralLines.includes(name) }]
  if (Array.isArray(value))
    return value.flatMap((item, index) => listTexts(item, `${pointer}${pointerTo(index)}`, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, part]) =>
    notTexts.has(member)
      ? []
      : listTexts(part, `${pointer}${pointerTo(member)}`, name === 'lyrics' ? `${member} of lyrics` : member),
  )
}

const written = new WeakMap<ReleaseForRules, readonly WrittenText[]>()

/** The texts in the order of the document. Kept with the view: each rule about texts reads all of them. */
export function writtenTexts(view: ReleaseForRules): readonly WrittenText[] {
  const known = written.get(view)
  if (known) return known
  const texts = listTexts(view.release, '', '')
  written.set(view, texts)
  return texts
}
