import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Connection, type Membership, sessionApi } from '../../data/api/session-api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { connectedWords as texts } from '../../words/account/connected-words.ts'
import { words } from '../../words/words.ts'
import { NativeClients } from './native-clients.tsx'

export interface ConnectionsPageProps {
  readonly membership: Membership
  readonly userId: string
}

/**
 * Which programs act for the person who is signed in, in every account, and the end of one. Below, how programs on a
 * computer connect to this account.
 */
export function ConnectionsPage({ membership, userId }: ConnectionsPageProps) {
  const connections = useQuery({ queryKey: ['connections'], queryFn: sessionApi.listConnections })
  const tools = useQuery({ queryKey: ['tool-endpoints'], queryFn: sessionApi.getToolEndpoints })
  const error = connections.error ?? tools.error
  const retry = (): void => void Promise.all([connections.refetch(), tools.refetch()])
  const [ending, setEnding] = useState<Connection>()
  return (
    <Page title={words.connections.title}>
      <p className="soft">{texts.lead}</p>
      {error && <FailureNotice error={error} onRetry={retry} />}
      {connections.isPending && <Skeleton rows={3} />}
      {connections.data?.data.length === 0 && <EmptyState title={texts.emptyTitle} text={texts.empty} />}
      {connections.data !== undefined && connections.data.data.length > 0 && (
        <ul className="card rows">
          {connections.data.data.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} onEnd={() => setEnding(connection)} />
          ))}
        </ul>
      )}
      {tools.data?.endpoints && (
        <NativeClients membership={membership} userId={userId} endpoints={tools.data.endpoints} />
      )}
      {ending && <EndDialog connection={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  )
}

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' }).format(new Date(instant))

function ConnectionRow({ connection, onEnd }: { readonly connection: Connection; readonly onEnd: () => void }) {
  const { client, account, scopes, createdAt, lastUsedAt, expiresAt } = connection
  const { keys } = words
  return (
    <li className="stack tight">
      <p className="row">
        <strong className="grow">
          <bdi>{client.name}</bdi>
        </strong>
        <Button look="danger" aria-label={texts.endOf(client.name)} onClick={onEnd}>
          {texts.end}
        </Button>
      </p>
      <p className="small mono soft">
        <bdi>{client.id}</bdi>
      </p>
      <p className="small">
        {texts.in(account.name)}{' '}
        {scopes.map((scope) => (scope === 'keys:write' ? '' : keys.permissions[scope])).join(' · ')}
      </p>
      <p className="small soft">
        {[
          texts.since(dayOf(createdAt)),
          lastUsedAt === null ? texts.unused : texts.used(dayOf(lastUsedAt)),
          texts.until(dayOf(expiresAt)),
        ].join(' · ')}
      </p>
    </li>
  )
}

function EndDialog({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { keys } = words
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => sessionApi.endConnection(connection.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['connections'] })
      onClose()
    },
  })
  return (
    <Dialog title={texts.endTitle(connection.client.name)} onClose={onClose}>
      <p className="soft">{texts.endText}</p>
      {end.error && <FailureNotice error={end.error} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{keys.cancel}</Button>
        <Button look="danger" isBusy={end.isPending} onClick={() => end.mutate()}>
          {texts.end}
        </Button>
      </p>
    </Dialog>
  )
}
