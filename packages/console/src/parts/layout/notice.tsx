import type { ReactNode } from 'react'
import { type Failure, toFailure } from '../../data/failure.ts'
import { words } from '../../words/words.ts'
import { Button } from './button.tsx'

type Tone = 'good' | 'info' | 'warn' | 'danger'

const marks: Readonly<Record<Tone, string>> = { good: '✓', info: 'i', warn: '▲', danger: '✕' }

export interface NoticeProps {
  readonly tone: Tone
  readonly children: ReactNode
  /** Read at once by screen readers: something that just happened. */
  readonly isAlert?: boolean
}

export const Notice = ({ tone, children, isAlert = false }: NoticeProps) => (
  <div className={`notice ${tone}`} role={isAlert ? 'alert' : undefined}>
    <span className="mark" aria-hidden="true">
      {marks[tone]}
    </span>
    <div className="grow">{children}</div>
  </div>
)

/** The hub's message about something that was just tried. Read out when it appears. */
export const FailureText = ({ failure: { message, requestId } }: { readonly failure: Failure }) => (
  <Notice tone="danger" isAlert>
    <p>{message}</p>
    {requestId !== undefined && <p className="small soft mono">{words.requestId(requestId)}</p>}
  </Notice>
)

export interface FailureNoticeProps {
  readonly error: unknown
  /** Loads it again; absent if the failure was not of a read. */
  readonly onRetry?: () => void
}

/** What went wrong in the hub's own words, the id to ask the operator with, and a button to try again. */
export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const { message, requestId } = toFailure(error)
  return (
    <Notice tone="danger" isAlert>
      <p>
        {onRetry && <strong>{words.failed}</strong>} {message}
      </p>
      {requestId !== undefined && <p className="small soft mono">{words.requestId(requestId)}</p>}
      {onRetry && (
        <p className="notice-action">
          <Button onClick={onRetry}>{words.tryAgain}</Button>
        </p>
      )}
    </Notice>
  )
}
