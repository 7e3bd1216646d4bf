import type { ReviewDetail } from '../../../data/api/operator-api.ts'
import { ChangesTable } from '../../../parts/changes-table.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'

const texts = operatorWords.reviews

/** The differences of the waiting revision from the one that outlets have. */
export const ReviewChanges = ({
  review: { changes, audioChangeReasons, release },
}: {
  readonly review: ReviewDetail
}) => (
  <section className="card stack tight" aria-labelledby="review-changes">
    <h3 id="review-changes">{texts.changed}</h3>
    {changes.length === 0 ? (
      <p className="soft">{texts.unchanged}</p>
    ) : (
      <ChangesTable changes={changes} tracks={release.tracks} />
    )}
    {audioChangeReasons.map((reason, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end, and reasons repeat
      <p key={index}>
        {texts.audioReplaced} <bdi>{reason}</bdi>
      </p>
    ))}
  </section>
)
