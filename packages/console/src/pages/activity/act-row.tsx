import { useId } from 'react'
import type { ActProgress, FoldedAct } from '../../data/fold-activity.ts'
import { EntryTime, ReleaseName, ReleaseStep } from '../../parts/activity-row.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { actWords as texts } from '../../words/account/act-words.ts'
import { describeReason } from '../../words/account/member-words.ts'
import { words } from '../../words/words.ts'

interface ActRowProps {
  readonly accountId: string
  readonly act: FoldedAct
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** A takedown or delivery as one row that opens to its events. */
export function ActRow({ accountId, act: { progress, entries }, isOpen, onToggle }: ActRowProps) {
  const id = useId()
  const [newest] = entries
  if (!newest) return null
  const { actor, reason } = progress
  const toggle = isOpen ? texts.hide(entries.length) : texts.show(entries.length)
  return (
    <li>
      <div className="event">
        <span className="release-text">
          <ReleaseName accountId={accountId} entry={newest} />
          <span className="small">
            {texts.names[progress.name]}: {describeOutlets(progress)}{' '}
            <span className="soft">{actor !== null && words.release.activity.by(actor)}</span>
          </span>
          {reason !== null && (
            <span className="small soft event-reason">
              <bdi>{describeReason(reason)}</bdi>
            </span>
          )}
        </span>
        <span className="act-end">
          <EntryTime at={newest.at} />{' '}
          <Button
            look="quiet"
            className="small"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={texts.toggleOf(toggle, texts.names[progress.name], newest.release?.title ?? '')}
            onClick={onToggle}
          >
            {toggle}
          </Button>
        </span>
      </div>
      <ol id={id} className="rows act-events" hidden={!isOpen}>
        {isOpen &&
          entries.map((entry) => (
            <li key={entry.id} className="event">
              <span className="release-text">
                <ReleaseStep entry={entry} />
              </span>
              <EntryTime at={entry.at} />
            </li>
          ))}
      </ol>
    </li>
  )
}

function describeOutlets({ name, outlets: { done, failed, refused, waiting }, isComplete }: ActProgress): string {
  const isAll = isComplete && failed + refused + waiting === 0
  const parts = [
    ...(done > 0 ? [isAll ? texts.allDone(done) : texts.done[name](done)] : []),
    ...(failed > 0 ? [texts.failed(failed)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
  ]
  return parts.length === 0 ? texts.begun[name] : parts.join(', ')
}
