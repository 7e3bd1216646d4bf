import type { Finding } from '@spindle/client'
import { FindingOutlets } from '../../../parts/finding-outlets.tsx'
import { describePlace, type NamedTrack } from '../../../words/account/member-words.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'

const texts = operatorWords.reviews
const looks = { error: ['✕', 'danger'], warning: ['▲', 'warn'], note: ['i', 'info'] } as const

export interface ReviewChecksProps {
  readonly findings: readonly Finding[]
  readonly tracks: readonly NamedTrack[]
}

/** What the rules found, in their own words, with the place in the release. */
export const ReviewChecks = ({ findings, tracks }: ReviewChecksProps) => (
  <section className="card stack tight" aria-labelledby="review-checks">
    <h3 id="review-checks">{texts.checks}</h3>
    {findings.length === 0 ? (
      <p className="soft">✓ {texts.clean}</p>
    ) : (
      <ul className="rows">
        {findings.map(({ code, pointer, severity, message, fix, outlets }) => (
          <li key={`${code} ${pointer} ${message}`} className={`finding ${looks[severity][1]}`}>
            <span className="mark" aria-hidden="true">
              {looks[severity][0]}
            </span>
            <div>
              <span className="visually-hidden">{texts.severities[severity]}: </span>
              <FindingOutlets outlets={outlets} />
              <p>{message}</p>
              {fix !== '' && <p className="small soft">{fix}</p>}
              {pointer !== '' && (
                <p className="small soft">
                  <bdi>{describePlace(pointer, tracks)}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)
