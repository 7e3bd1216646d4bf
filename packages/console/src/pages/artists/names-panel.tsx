import type { AcceptedSuggestion, PartySuggestion } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { namesKey, useDismissedCount, useNames } from '../../data/queries/name-queries.ts'
import { partiesKey } from '../../data/queries/party-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { artistWords } from '../../words/catalog/artist-words.ts'
import { nameWords as texts } from '../../words/catalog/name-words.ts'
import { DismissedNames } from './dismissed-names.tsx'
import { LinkName } from './link-name.tsx'
import { NameTable } from './name-table.tsx'

/** What was just decided about a name. */
type Decision = { readonly name: string; readonly party: AcceptedSuggestion['party'] }

/** Names that releases credit without an artist, to link or dismiss, and the way to the dismissed ones. */
export function NamesPanel({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const names = useNames(accountId, false)
  const dismissedCount = useDismissedCount(accountId).data ?? 0
  const { decided, last, dismiss, undo, onLinked } = useDecisions(accountId)
  const [linking, setLinking] = useState<PartySuggestion>()
  const [showsDismissed, setShowsDismissed] = useState(false)
  const shown = names.data?.pages.flatMap(({ data }) => data).filter(({ name }) => !decided.has(name)) ?? []
  const mayChange = role !== 'viewer'
  const error = dismiss.error ?? undo.error
  return (
    <>
      {last && <Decided key={last.name} accountId={accountId} decision={last} onUndo={() => undo.mutate(last.name)} />}
      {error && <FailureNotice error={error} />}
      {names.error && !names.data && <FailureNotice error={names.error} onRetry={() => void names.refetch()} />}
      {(shown.length > 0 || names.hasNextPage) && (
        <details className="card">
          <summary>
            <h2>{texts.title(shown.length, names.hasNextPage)}</h2>
          </summary>
          <div className="stack">
            <p className="soft">{texts.lead}</p>
            {!mayChange && <RoleNotice membership={membership} what={artistWords.viewer} />}
            <PagedList list={names} empty={undefined}>
              {() => (
                <NameTable
                  accountId={accountId}
                  items={shown}
                  actions={
                    mayChange
                      ? (suggestion) => (
                          <NameActions
                            name={suggestion.name}
                            isBusy={dismiss.isPending && dismiss.variables === suggestion.name}
                            onLink={() => setLinking(suggestion)}
                            onDismiss={() => dismiss.mutate(suggestion.name)}
                          />
                        )
                      : undefined
                  }
                />
              )}
            </PagedList>
          </div>
        </details>
      )}
      {dismissedCount > 0 && (
        <p>
          <Button look="quiet" onClick={() => setShowsDismissed(true)}>
            {texts.dismissedNames(dismissedCount)}
          </Button>
        </p>
      )}
      {linking && (
        <LinkName
          accountId={accountId}
          suggestion={linking}
          onLinked={onLinked}
          onClose={() => setLinking(undefined)}
        />
      )}
      {showsDismissed && (
        <DismissedNames
          accountId={accountId}
          mayChange={mayChange}
          onRestore={(name) => undo.mutate(name)}
          onClose={() => setShowsDismissed(false)}
        />
      )}
    </>
  )
}

interface NameActionsProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onLink: () => void
  readonly onDismiss: () => void
}

const NameActions = ({ name, isBusy, onLink, onDismiss }: NameActionsProps) => (
  <>
    <Button aria-label={texts.linkOf(name)} onClick={onLink}>
      {texts.link}
    </Button>
    <Button look="quiet" aria-label={texts.dismissOf(name)} isBusy={isBusy} onClick={onDismiss}>
      {texts.dismiss}
    </Button>
  </>
)

/** Drafts follow within seconds, and until then the hub still lists a linked name: it stays hidden here. */
function useDecisions(accountId: string) {
  const client = useQueryClient()
  const { parties } = hubOf(accountId)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<Decision>()
  const note = (decision: Decision): void => {
    setDecided((before) => new Set([...before, decision.name]))
    setLast(decision)
    void client.invalidateQueries({ queryKey: namesKey(accountId) })
  }
  const dismiss = useMutation({
    mutationFn: (name: string) => parties.dismissSuggestion({ name }),
    onSuccess: (_answer, name) => note({ name, party: null }),
  })
  const undo = useMutation({
    mutationFn: (name: string) => parties.dismissSuggestion({ name, dismissed: false }),
    onSuccess: (_answer, name) => {
      setDecided((before) => new Set([...before].filter((one) => one !== name)))
      setLast(undefined)
      void client.invalidateQueries({ queryKey: namesKey(accountId) })
    },
  })
  const onLinked = (name: string, { party }: AcceptedSuggestion): void => {
    note({ name, party })
    void client.invalidateQueries({ queryKey: partiesKey(accountId) })
  }
  return { decided, last, dismiss, undo, onLinked }
}

interface DecidedProps {
  readonly accountId: string
  readonly decision: Decision
  readonly onUndo: () => void
}

/** The row with the focus is gone, so this takes the focus. */
function Decided({ accountId, decision: { name, party }, onUndo }: DecidedProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="good" isAlert>
        {party ? (
          <p>
            {texts.linked(name)}{' '}
            <Link href={pathOf('artist', { accountId, partyId: party.id })}>
              <bdi>{party.name}</bdi>
            </Link>
            .
          </p>
        ) : (
          <p>
            {texts.dismissed(name)}{' '}
            <Button look="quiet" onClick={onUndo}>
              {texts.undo}
            </Button>
          </p>
        )}
      </Notice>
    </div>
  )
}
