import type { Release } from '@spindle/client'
import type { Membership } from '../../data/api/session-api.ts'
import { Notice } from '../../parts/layout/notice.tsx'
import { parsePlace } from '../../words/account/member-words.ts'
import { words } from '../../words/words.ts'
import { notesOf, ReviewNote } from './review-note.tsx'

export interface ReviewNoticeProps {
  readonly membership: Membership
  readonly release: Release
}

/** What the review decided, while it has to be answered. Notes about a track are shown at the track. */
export function ReviewNotice({ membership, release }: ReviewNoticeProps) {
  const { review } = release
  if (review?.decision !== 'changes_requested' && review?.decision !== 'rejected') return null
  const { review: texts } = words.release
  const notes = notesOf(release)
  const ofRelease = notes.filter(({ pointer }) => parsePlace(pointer).track === undefined)
  const ofTracks = notes.length - ofRelease.length
  return (
    <Notice tone={review.decision === 'rejected' ? 'danger' : 'warn'}>
      <p>
        <strong>{review.decision === 'rejected' ? texts.rejects : texts.asks}</strong>{' '}
        {notes.length === 0 && <bdi>{review.note}</bdi>}
        {ofTracks > 0 && texts.atTracks(ofTracks)}
      </p>
      {ofRelease.length > 0 && (
        <ul className="issues">
          {ofRelease.map((issue) => (
            <li key={`${issue.pointer} ${issue.note}`}>
              <ReviewNote membership={membership} release={release} issue={issue} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
