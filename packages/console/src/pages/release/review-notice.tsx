import type { Release } from '@spindle/client'
import { Notice } from '../../parts/notice.tsx'
import { words } from '../../words/words.ts'

/** What the reviewer wrote, while it is what has to be answered. */
export function ReviewNotice({ release: { status, review } }: { readonly release: Release }) {
  if (!review || (status !== 'changes_requested' && status !== 'rejected')) return null
  return (
    <Notice tone={status === 'rejected' ? 'danger' : 'warn'}>
      <p>
        <strong>{status === 'rejected' ? words.release.review.rejects : words.release.review.asks}</strong>{' '}
        <bdi>{review.note}</bdi>
      </p>
      {review.issues.length > 0 && (
        <ul className="issues">
          {review.issues.map(({ pointer, code, note }) => (
            <li key={`${pointer} ${code} ${note}`}>
              <bdi>{note}</bdi>{' '}
              {pointer !== '' && <span className="small soft">{words.release.review.at(pointer)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
