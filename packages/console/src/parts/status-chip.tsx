import type { ReleaseStatus } from '@spindle/client'
import { words } from '../words/words.ts'

type Tone = 'idle' | 'good' | 'info' | 'warn' | 'danger'

/** Shape, word and colour each show it, so that any one of them is enough. */
const looks: Readonly<Record<ReleaseStatus, readonly [string, Tone]>> = {
  draft: ['○', 'idle'],
  submitted: ['◔', 'info'],
  in_review: ['◔', 'info'],
  changes_requested: ['▲', 'warn'],
  rejected: ['✕', 'danger'],
  approved: ['◑', 'info'],
  delivering: ['◑', 'info'],
  scheduled: ['◕', 'info'],
  delivery_failed: ['▲', 'warn'],
  live: ['●', 'good'],
  takedown_pending: ['◌', 'idle'],
  taken_down: ['◌', 'idle'],
}

export function StatusChip({ status }: { readonly status: ReleaseStatus }) {
  const [mark, tone] = looks[status]
  return (
    <span className={`chip ${tone}`}>
      <span aria-hidden="true">{mark}</span> {words.release.statuses[status]}
    </span>
  )
}
