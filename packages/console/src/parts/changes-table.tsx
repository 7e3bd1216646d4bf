import type { RevisionChange } from '@spindle/contract'
import { describePlace, memberWords, type NamedTrack, parsePlace, writeValue } from '../words/account/member-words.ts'
import { words } from '../words/words.ts'

export interface ChangesTableProps {
  readonly changes: readonly RevisionChange[]
  /** Of the newer revision, in play order. */
  readonly tracks: readonly NamedTrack[]
}

/** The differences of a revision from the one before, in words. */
export function ChangesTable({ changes, tracks }: ChangesTableProps) {
  const { where, before, after } = words.release.changes
  return (
    <table className="table changes">
      <thead>
        <tr>
          <th scope="col">{where}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const [place, old, now] = describeChange(change, tracks)
          return (
            <tr key={`${change.pointer} ${change.before === null ? 'new' : ''}`}>
              <th scope="row">
                <bdi>{place}</bdi>
              </th>
              <td data-label={before}>{old === '' ? <Nothing /> : <del dir="auto">{old}</del>}</td>
              <td data-label={after}>{now === '' ? <Nothing /> : <bdi>{now}</bdi>}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Nothing = () => <span className="soft">{memberWords.nothing}</span>

type Described = readonly [place: string, before: string, after: string]

function describeChange({ pointer, before, after }: RevisionChange, tracks: readonly NamedTrack[]): Described {
  const { track, member = '' } = parsePlace(pointer)
  if (pointer === '/tracks') return [memberWords.order, listTitles(before, tracks), listTitles(after, tracks)]
  // A removed track is at its position in the older revision, where the newer one has another.
  if (track !== undefined && member === '')
    return after === null
      ? [memberWords.trackRemoved, titleOf(before), '']
      : [memberWords.trackAdded, '', titleOf(after)]
  const place = describePlace(pointer, tracks)
  if (member === 'uploadId' || member === 'coverUploadId')
    return [place, before === null ? '' : memberWords.fileBefore, after === null ? '' : memberWords.fileNow]
  return [place, writeValue(member, before), writeValue(member, after)]
}

const titleOf = (track: unknown): string => writeValue('title', (track as { readonly title?: unknown } | null)?.title)

const listTitles = (ids: unknown, tracks: readonly NamedTrack[]): string =>
  (Array.isArray(ids) ? ids : []).map((id) => tracks.find((track) => track.id === id)?.title ?? '').join(', ')
