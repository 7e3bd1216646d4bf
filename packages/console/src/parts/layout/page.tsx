import { type ReactNode, useEffect } from 'react'
import { words } from '../../words/words.ts'

export interface PageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of an account: its title, what can be done, and the content. */
export function Page({ title, actions, children }: PageProps) {
  useTitle(title)
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** The narrow page for people who are not signed in. */
export function DoorPage({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  useTitle(title)
  return (
    <div className="door">
      <header>
        <p className="brand">{words.product}</p>
      </header>
      <main id="main" tabIndex={-1} className="door-card stack">
        <div className="stack tight">
          <h1>{title}</h1>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  )
}

/** A page has its title in the window as well; screen readers announce it after a navigation. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = words.pageTitle(title)
  }, [title])
}
