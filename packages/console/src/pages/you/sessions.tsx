import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meApi, sessionsKey, useSessions } from '../../data/api/me-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, FailureText } from '../../parts/layout/notice.tsx'
import { youWords as you } from '../../words/account/you-words.ts'
import { readDevice } from '../../words/device-name.ts'
import { formatAgo, words } from '../../words/words.ts'

/** Where the person is signed in. */
export function Sessions() {
  const sessions = useSessions()
  const client = useQueryClient()
  const [failure, setFailure] = useState<Failure>()
  const rows = sessions.data?.data ?? []
  const end = async (ended: Promise<unknown>): Promise<void> => {
    setFailure(undefined)
    try {
      await ended
      await client.invalidateQueries({ queryKey: sessionsKey })
    } catch (error) {
      setFailure(toFailure(error))
    }
  }
  return (
    <section className="card padded stack">
      <div className="page-head">
        <h2>{you.sessions}</h2>
        <Button onClick={() => void end(meApi.endOtherSessions())}>{you.endOthers}</Button>
      </div>
      <p className="soft">{you.endOthersText}</p>
      {failure && <FailureText failure={failure} />}
      {sessions.error && <FailureNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="rows">
        {rows.map(({ id, isCurrent, device, network, seenAt }) => {
          const name = words.device(readDevice(device ?? ''))
          return (
            <li key={id} className="key-row">
              <span className="release-text">
                <span className="release-title">{name}</span>
                <span className="small soft">
                  {you.seen(formatAgo(seenAt))} · <bdi>{network}</bdi>
                </span>
              </span>
              {isCurrent ? (
                <span className="chip good">
                  <span aria-hidden="true">●</span> {you.here}
                </span>
              ) : (
                <Button aria-label={you.endOf(name)} onClick={() => void end(meApi.endSession(id))}>
                  {you.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
