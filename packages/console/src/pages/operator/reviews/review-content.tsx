import type { Release } from '@spindle/client'
import { labelOf, memberWords, writeValue } from '../../../words/account/member-words.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'

/** Members that are elsewhere on the page, or that describe the progress of the release and not its content. */
const shownElsewhere: ReadonlySet<string> = new Set([
  'id',
  'status',
  'revision',
  'pendingRevision',
  'tracks',
  'validation',
  'findings',
  'review',
  'deliveries',
  'deliverySummary',
  'legacy',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'goesLive',
  'liveAt',
  'title',
  'displayArtist',
  'type',
])

/** All content of the release, member by member. */
export const ReviewContent = ({ release }: { readonly release: Release }) => (
  <details className="card">
    <summary>
      <h3>{operatorWords.reviews.says}</h3>
    </summary>
    <dl className="stack tight">
      {Object.entries(release)
        .filter(([member]) => !shownElsewhere.has(member))
        .map(([member, value]) => (
          <div key={member}>
            <dt className="small soft">{labelOf(member)}</dt>
            <dd>
              <bdi>{writeValue(member, value) || memberWords.nothing}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  </details>
)
