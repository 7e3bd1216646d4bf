import type { Finding, Release } from '@spindle/client'
import { FindingOutlets } from '../../parts/finding-outlets.tsx'
import { words } from '../../words/words.ts'

const marks: Readonly<Record<Finding['severity'], readonly [string, string]>> = {
  error: ['✕', 'danger'],
  warning: ['▲', 'warn'],
  note: ['i', 'info'],
}

/** What the rules found, in their own words: what is wrong, and what to do. */
export function Checks({ release: { findings, validation, tracks } }: { readonly release: Release }) {
  const { checks } = words.release
  return (
    <section className="card stack tight" aria-labelledby="checks-title">
      <div className="card-head">
        <h2 id="checks-title">{checks.title}</h2>
        {findings.length > 0 && (
          <span className="small soft">{checks.count(validation.errors, validation.warnings)}</span>
        )}
      </div>
      {findings.length === 0 ? (
        <p className="soft">✓ {checks.clean}</p>
      ) : (
        <ul className="rows">
          {findings.map((finding) => (
            <FindingRow
              key={`${finding.code} ${finding.pointer} ${finding.message}`}
              finding={finding}
              track={findTrackTitle(finding.pointer, tracks)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function FindingRow({ finding, track }: { readonly finding: Finding; readonly track: string | undefined }) {
  const [mark, tone] = marks[finding.severity]
  return (
    <li className={`finding ${tone}`}>
      <span className="mark" aria-hidden="true">
        {mark}
      </span>
      <div>
        <span className="visually-hidden">{words.release.checks.severities[finding.severity]}: </span>
        {track !== undefined && (
          <p className="small soft">
            <bdi>{track}</bdi>
          </p>
        )}
        <FindingOutlets outlets={finding.outlets} />
        <p>{finding.message}</p>
        {finding.fix !== '' && <p className="small soft">{finding.fix}</p>}
      </div>
    </li>
  )
}

/** A finding points into the release (RFC 6901); people identify tracks by number and title. */
function findTrackTitle(pointer: string, tracks: Release['tracks']): string | undefined {
  const index = /^\/tracks\/(\d+)(\/|$)/.exec(pointer)?.[1]
  const track = index === undefined ? undefined : tracks[Number(index)]
  return track && `${track.number} ${track.title}`
}
