import type { Finding } from '@spindle/client'
import { useId } from 'react'
import { Link } from 'wouter'
import { textOf } from '../../../delivery/document/members.ts'
import { FindingOutlets } from '../../../parts/finding-outlets.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { words } from '../../../words/words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { countRemarks, groupRemarks, type Remark, type RemarkGroup } from '../remarks.ts'

/** The remarks of the hub, by what they are about, each with a link to its field. */
export function RemarkGroups() {
  const { state, remarks } = useOpenedDelivery()
  const keys = state.draft.tracks.map(({ key }) => key)
  return groupRemarks(remarks, keys).map((group) => <Group key={group.target} {...group} />)
}

function Group({ target, remarks }: RemarkGroup) {
  const { state } = useOpenedDelivery()
  const titleId = useId()
  const { review: texts } = deliverWords
  const index = state.draft.tracks.findIndex(({ key }) => key === target)
  const track = state.draft.tracks[index]
  const name = track ? texts.trackOf(index + 1, textOf(track.members.title)) : texts.ofRelease
  return (
    <section className="remark-group" aria-labelledby={titleId}>
      <div className="card-head">
        <h3 id={titleId}>
          <bdi>{name}</bdi>
        </h3>
        <p className="small soft">{texts.counts(countRemarks(remarks))}</p>
      </div>
      <ul className="rows">
        {remarks.map((remark) => (
          <RemarkRow key={`${remark.pointer} ${remark.code} ${remark.message}`} remark={remark} owner={name} />
        ))}
      </ul>
    </section>
  )
}

const marks: Readonly<Record<Finding['severity'], readonly [string, string]>> = {
  error: ['✕', 'danger'],
  warning: ['▲', 'warn'],
  note: ['i', 'info'],
}

function RemarkRow({ remark, owner }: { readonly remark: Remark; readonly owner: string }) {
  const { stepPath } = useOpenedDelivery()
  const { review: texts } = deliverWords
  const { kind, severity, message, fix, step, place, outlets } = remark
  const [mark, tone] = marks[severity]
  return (
    <li className={`finding ${tone}`}>
      <span className="mark" aria-hidden="true">
        {mark}
      </span>
      <div className="row">
        <div className="grow">
          <span className="visually-hidden">{words.release.checks.severities[severity]}: </span>
          <FindingOutlets outlets={outlets} />
          <p>
            {kind === 'note' && <strong>{texts.asks} </strong>}
            <bdi>{message}</bdi>
          </p>
          {fix !== '' && <p className="small soft">{fix}</p>}
        </div>
        <Link
          href={`${stepPath(step)}#${encodeURIComponent(place)}`}
          className="button"
          aria-label={texts.goThereTo(`${owner}: ${message}`)}
        >
          {texts.goThere}
        </Link>
      </div>
    </li>
  )
}
