import type { Release } from '@spindle/client'
import type { ReviewIssue } from '@spindle/contract'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { pathOf } from '../../routes.ts'
import { describePlace, labelOf, parsePlace, writeValue } from '../../words/account/member-words.ts'
import { words } from '../../words/words.ts'

/** The changes that the reviewer requested, as long as they have to be answered. */
export const notesOf = ({ review }: Release): readonly ReviewIssue[] =>
  review?.decision === 'changes_requested' ? review.issues : []

export interface ReviewNoteProps {
  readonly membership: Membership
  readonly release: Release
  readonly issue: ReviewIssue
}

/** One note: the field with its current value, the request, and a link to the field. */
export function ReviewNote({ membership: { accountId, role }, release, issue: { pointer, note } }: ReviewNoteProps) {
  const { review: texts } = words.release
  const { track, member } = parsePlace(pointer)
  const place = describePlace(pointer, release.tracks)
  const value = member === undefined ? '' : writeMember(release, track, member)
  return (
    <div className="row review-note">
      <div className="grow">
        <p className="small">
          <strong>{track === undefined ? place : member === undefined ? texts.wholeTrack : labelOf(member)}</strong>{' '}
          <bdi className="soft">{value}</bdi>
        </p>
        <p>
          <bdi>{note}</bdi>
        </p>
      </div>
      {role !== 'viewer' && (
        <Link className="button" href={fieldAddress(accountId, release, pointer)} aria-label={texts.changeAt(place)}>
          {texts.change}
        </Link>
      )}
    </div>
  )
}

/** Files cannot be shown as text. */
function writeMember(release: Release, track: number | undefined, member: string): string {
  if (member === 'uploadId' || member === 'coverUploadId') return ''
  const owner: object | undefined = track === undefined ? release : release.tracks[track - 1]
  return writeValue(member, Object.entries(owner ?? {}).find(([name]) => name === member)?.[1])
}

/** The address at which the field is changed: the form finds it by the part after `#`. */
function fieldAddress(accountId: string, { id: releaseId, tracks }: Release, pointer: string): string {
  const [, index, inTrack = ''] = /^\/tracks\/(\d+)(.*)$/.exec(pointer) ?? []
  const track = index === undefined ? undefined : tracks[Number(index)]
  const isFile = track && inTrack === '/uploadId'
  const step = isFile ? 'files' : track || pointer === '/tracks' ? 'tracks' : 'release'
  const place = isFile ? `file/${track.uploadId}` : track ? `${track.id}${inTrack}` : `release${pointer}`
  return `${pathOf('editStep', { accountId, releaseId, step })}#${encodeURIComponent(place)}`
}
