import { useEffect, useState } from 'react'
import { type FileState, stateOf } from '../../../delivery/file-row.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { words } from '../../../words/words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'
import { SubmitDialog } from '../submit-dialog.tsx'
import { useSendKey } from '../use-send-key.ts'
import { RemarkGroups } from './remark-groups.tsx'

const onTheWay: ReadonlySet<FileState> = new Set(['waiting', 'sending', 'paused', 'retrying', 'elsewhere', 'checking'])

/** The hub's remarks on a submission, each with a link to its field, and the button that sends it. */
export function ReviewStep() {
  const { delivery, state, remarks } = useOpenedDelivery()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { release, files, saving } = state
  const hasRelease = release !== undefined
  useEffect(() => {
    if (hasRelease) delivery.check().then(() => setFailure(undefined), setFailure)
  }, [delivery, hasRelease])
  const { review: texts } = deliverWords
  const states = files.map(stateOf)
  const moving = states.filter((one) => onTheWay.has(one)).length
  const unfinished = states.filter((one) => one === 'unfinished' || one === 'lost').length
  const isReady = release?.errors === 0 && moving + unfinished === 0 && saving.kind === 'saved'
  useSendKey(isReady ? () => setAsked(true) : undefined)
  return (
    <div className="stack">
      {failure !== undefined && <FailureNotice error={failure} onRetry={() => void delivery.check()} />}
      {moving > 0 && (
        <Notice tone="info">
          <p>{texts.uploading(moving)}</p>
        </Notice>
      )}
      {unfinished > 0 && (
        <Notice tone="warn">
          <p>{texts.unfinished(unfinished)}</p>
        </Notice>
      )}
      <section className="card stack tight" aria-labelledby="review-title">
        <div className="card-head">
          <h2 id="review-title">{words.release.checks.title}</h2>
          <p className="small soft" role="status">
            {!release
              ? texts.nothing
              : release.errors === undefined
                ? texts.checking
                : remarks.length > 0 && texts.count(release.errors, release.warnings ?? 0)}
          </p>
        </div>
        {release && remarks.length === 0 && release.errors === 0 && <p className="soft">✓ {texts.clean}</p>}
        <RemarkGroups />
      </section>
      <p className="row">
        <Button look="primary" disabled={!isReady} onClick={() => setAsked(true)}>
          {texts.submit}
        </Button>
        {hasRelease && saving.kind !== 'saved' && <span className="small soft">{texts.unsaved}</span>}
      </p>
      {isAsked && <SubmitDialog onClose={() => setAsked(false)} />}
    </div>
  )
}
