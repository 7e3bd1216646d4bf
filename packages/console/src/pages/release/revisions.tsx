import { useState } from 'react'
import { lazyPage } from '../../parts/layout/lazy-page.tsx'
import { words } from '../../words/words.ts'
import type { RevisionListProps } from './revision-list.tsx'

const RevisionList = lazyPage(() => import('./revision-list.tsx').then((list) => list.RevisionList), { rows: 2 })

/** What was submitted before. Loaded when it is opened. */
export function Revisions({ membership, release }: RevisionListProps) {
  const [isOpen, setOpen] = useState(false)
  if (release.submittedAt === null) return null
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{words.release.revisions.title}</h2>
      </summary>
      <div className="stack tight">{isOpen && <RevisionList membership={membership} release={release} />}</div>
    </details>
  )
}
