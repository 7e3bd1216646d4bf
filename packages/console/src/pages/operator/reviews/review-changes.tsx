import type { ReviewDetail } from '../../../data/operator-api.ts'
import { operatorWords } from '../../../words/operator-words.ts'
import { writeValue } from './write-value.ts'

const texts = operatorWords.reviews

/** What the revision that waits says otherwise than the one outlets have. */
export const ReviewChanges = ({ review: { changes } }: { readonly review: ReviewDetail }) => (
  <section className="card stack tight" aria-labelledby="review-changes">
    <h3 id="review-changes">{texts.changed}</h3>
    {changes.length === 0 ? (
      <p className="soft">{texts.unchanged}</p>
    ) : (
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.where}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ pointer, before, after }) => (
            <tr key={pointer}>
              <th scope="row" className="mono">
                {pointer}
              </th>
              <td data-label={texts.before}>
                <del>
                  <bdi>{writeValue(before) || texts.nothing}</bdi>
                </del>
              </td>
              <td data-label={texts.after}>
                <bdi>{writeValue(after) || texts.nothing}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
