import { useState } from 'react'
import { type OutletEntry, operatorApi } from '../../../data/api/operator-api.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { outletWords as texts } from '../../../words/operator/outlet-words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'

export interface OutletFailuresProps {
  readonly outlets: readonly OutletEntry[]
  readonly onDone: (said: string) => void
}

/** What failed at which outlet, by cause, over all accounts. */
export function OutletFailures({ outlets, onDone }: OutletFailuresProps) {
  const failing = outlets.filter(({ causes }) => causes.length > 0)
  return (
    <section className="card stack tight" aria-labelledby="outlet-failures">
      <h2 id="outlet-failures">{texts.failures}</h2>
      {failing.length === 0 && <p className="soft">✓ {texts.noFailures}</p>}
      {failing.map((outlet) => (
        <div key={outlet.id}>
          <h3>
            <bdi>{outlet.name}</bdi>
          </h3>
          <ul className="rows">
            {outlet.causes.map((cause) => (
              <CauseRow key={cause.code} outlet={outlet} cause={cause} onDone={onDone} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface CauseRowProps {
  readonly outlet: OutletEntry
  readonly cause: OutletEntry['causes'][number]
  readonly onDone: (said: string) => void
}

function CauseRow({ outlet: { id, name }, cause: { code, message, deliveries, waiting }, onDone }: CauseRowProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <li className="key-row">
      <span className="release-text">
        <span>
          <bdi>{message}</bdi>
        </span>
        <span className="small soft">
          <span className="mono">{code}</span> · {texts.deliveries(deliveries)}
          {waiting > 0 && ` · ${texts.waiting(waiting)}`}
        </span>
      </span>
      <Button aria-label={texts.retryOf(name, code)} onClick={() => setAsked(true)}>
        {texts.retry}
      </Button>
      {isAsked && (
        <AskDialog
          title={texts.retryTitle(deliveries, name)}
          text={texts.retryText}
          action={texts.retryAction}
          work={() => operatorApi.retryOutlet(id, code)}
          onDone={(result) => {
            setAsked(false)
            onDone(texts.retried(result.deliveries, name))
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
