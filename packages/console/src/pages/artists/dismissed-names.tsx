import { useNames } from '../../data/queries/name-queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { nameWords as texts } from '../../words/catalog/name-words.ts'

export interface DismissedNamesProps {
  readonly accountId: string
  readonly mayChange: boolean
  readonly onRestore: (name: string) => void
  readonly onClose: () => void
}

/** The dismissed names, to suggest them again. */
export function DismissedNames({ accountId, mayChange, onRestore, onClose }: DismissedNamesProps) {
  const names = useNames(accountId, true)
  return (
    <Dialog title={texts.dismissedTitle} onClose={onClose}>
      <p className="soft">{texts.dismissedLead}</p>
      <PagedList list={names} empty={<p className="soft">{texts.noneDismissed}</p>}>
        {(items) => (
          <ul className="rows">
            {items.map(({ name, releaseCount, trackCount }) => (
              <li key={name} className="row">
                <span className="grow release-text">
                  <bdi>{name}</bdi>
                  <span className="small soft">{texts.found(releaseCount, trackCount)}</span>
                </span>
                {mayChange && (
                  <Button
                    aria-label={texts.restoreOf(name)}
                    onClick={() => {
                      onRestore(name)
                      onClose()
                    }}
                  >
                    {texts.restore}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <p className="row dialog-actions">
        <Button onClick={onClose}>{texts.close}</Button>
      </p>
    </Dialog>
  )
}
