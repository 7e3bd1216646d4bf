import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
}

/** Nothing is there: one sentence why, and one thing to do. */
export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <div className="empty">
    <span className="empty-ring" aria-hidden="true" />
    <h2>{title}</h2>
    <p className="soft">{text}</p>
    {action}
  </div>
)
