import type { Delivery } from '@spindle/client'
import { useStoreMessage } from '../../data/queries/store-queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { storeWords } from '../../words/releases/store-words.ts'
import { formatAgo } from '../../words/words.ts'

const texts = storeWords.message

export interface StoreMessageProps {
  readonly accountId: string
  readonly releaseId: string
  readonly outlet: Delivery['outlet']
  readonly onClose: () => void
}

/** What a store would get now, and how it differs from what it has. */
export function StoreMessage({ accountId, releaseId, outlet, onClose }: StoreMessageProps) {
  const message = useStoreMessage(accountId, releaseId, outlet.id)
  return (
    <Dialog title={texts.title(outlet.name)} onClose={onClose}>
      <p className="soft">{texts.lead}</p>
      {message.error ? (
        <FailureNotice error={message.error} onRetry={() => void message.refetch()} />
      ) : message.data === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <Shown {...message.data} />
      )}
      <p className="row dialog-actions">
        <Button look="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </p>
    </Dialog>
  )
}

type ShownProps = NonNullable<ReturnType<typeof useStoreMessage>['data']>

function Shown({ preview, comparison }: ShownProps) {
  const { against, changes, xmlChanges } = comparison
  return (
    <>
      {preview.problems.length > 0 && (
        <Notice tone="danger">
          <p>{texts.problems}</p>
          <Lines lines={preview.problems} />
        </Notice>
      )}
      <h3>{texts.changes}</h3>
      <p className="small soft">
        {against === null ? texts.nothingSent : texts.against(against.revision, formatAgo(against.sentAt))}
        {against !== null && xmlChanges > 0 && ` ${texts.inXml(xmlChanges)}.`}
      </p>
      {against !== null && xmlChanges === 0 && changes.length === 0 && <p>✓ {texts.same}</p>}
      {changes.length > 0 && <Lines lines={changes} />}
      {preview.notCarried.length > 0 && (
        <details>
          <summary>
            {texts.notCarried} ({preview.notCarried.length})
          </summary>
          <Lines lines={preview.notCarried} />
        </details>
      )}
      <details>
        <summary>{texts.xml(Math.ceil(preview.xml.length / 1000))}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre className="code mono message-xml" dir="ltr" tabIndex={0}>
          {preview.xml}
        </pre>
      </details>
    </>
  )
}

interface LinesProps {
  readonly lines: readonly { readonly pointer: string; readonly message: string }[]
}

const Lines = ({ lines }: LinesProps) => (
  <ul className="rows">
    {lines.map(({ pointer, message }) => (
      <li key={`${pointer} ${message}`} className="small">
        <bdi>{message}</bdi>
      </li>
    ))}
  </ul>
)
