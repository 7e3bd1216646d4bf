import type { Release, ReleaseStatus } from '@spindle/client'
import { formatInstant, words } from '../../words/words.ts'

interface Step {
  readonly name: keyof typeof words.release.steps
  readonly at: string | null
}

/** Which step a status belongs to: those before it are done. */
const positions: Readonly<Record<ReleaseStatus, number>> = {
  draft: 0,
  changes_requested: 0,
  rejected: 2,
  submitted: 1,
  in_review: 2,
  approved: 3,
  delivering: 3,
  scheduled: 3,
  delivery_failed: 3,
  live: 4,
  takedown_pending: 5,
  taken_down: 5,
}

const isComingDown = (status: ReleaseStatus): status is 'takedown_pending' | 'taken_down' =>
  status === 'takedown_pending' || status === 'taken_down'

/** The way of every release, and how far this one is. */
export function Timeline({ release }: { readonly release: Release }) {
  const { steps } = words.release
  const way: readonly Step[] = [
    { name: 'created', at: release.createdAt },
    { name: 'submitted', at: release.submittedAt },
    { name: 'review', at: release.review?.decidedAt ?? null },
    { name: 'delivery', at: null },
    { name: 'live', at: release.liveAt },
    ...(isComingDown(release.status) ? [{ name: release.status, at: null }] : []),
  ]
  const current = positions[release.status]
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="visually-hidden">
        {steps.title}
      </h2>
      <ol className="timeline" data-status={release.status}>
        {way.map(({ name, at }, index) => {
          const isDone = index < current || (index === current && release.status === 'live')
          return (
            <li
              key={name}
              data-step={isDone ? 'done' : index === current ? 'current' : 'ahead'}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="timeline-dot" aria-hidden="true" />
              <span className="timeline-name">
                {steps[name]}
                <span className="visually-hidden">
                  {isDone ? ` (${steps.done})` : index === current ? ` (${steps.current})` : ''}
                </span>
              </span>
              <span className="small soft figures">{at !== null && index <= current ? formatInstant(at) : ''}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
