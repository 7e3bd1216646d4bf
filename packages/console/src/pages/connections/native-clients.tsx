import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership, ToolEndpoints } from '../../data/api/session-api.ts'
import { type NativeClient, nativeClientsKey, teamApi, useNativeClients } from '../../data/api/team-api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { connectionWords as texts } from '../../words/account/connection-words.ts'
import { formatAgo } from '../../words/words.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { ProgramSetup } from './program-setup.tsx'

export interface NativeClientsProps {
  readonly membership: Membership
  readonly userId: string
  readonly endpoints: ToolEndpoints
}

/** The client ids of an account for programs on a computer: created, set up again, and revoked. */
export function NativeClients({ membership, userId, endpoints }: NativeClientsProps) {
  const { accountId, role } = membership
  const clients = useNativeClients(accountId)
  const [isConnecting, setConnecting] = useState(false)
  const [shown, setShown] = useState<NativeClient>()
  const [revoked, setRevoked] = useState<NativeClient>()
  const show = (client: NativeClient): void => {
    setConnecting(false)
    setShown(client)
  }
  return (
    <section className="stack">
      <div className="page-head">
        <h2>{texts.title}</h2>
        <Button look="primary" onClick={() => setConnecting(true)}>
          {texts.connect}
        </Button>
      </div>
      <p className="soft">{texts.lead}</p>
      <PagedList list={clients} empty={null}>
        {(items) => (
          <ul className="card rows">
            {items.map((client) => (
              <ClientRow
                key={client.id}
                client={client}
                mayRevoke={role === 'owner' || client.madeBy.id === userId}
                onShow={() => show(client)}
                onRevoke={() => setRevoked(client)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {isConnecting && <ConnectDialog accountId={accountId} onCreated={show} onClose={() => setConnecting(false)} />}
      {shown && <ProgramSetup client={shown} endpoints={endpoints} onClose={() => setShown(undefined)} />}
      {revoked && <RevokeDialog accountId={accountId} client={revoked} onClose={() => setRevoked(undefined)} />}
    </section>
  )
}

interface ClientRowProps {
  readonly client: NativeClient
  readonly mayRevoke: boolean
  readonly onShow: () => void
  readonly onRevoke: () => void
}

const ClientRow = ({ client, mayRevoke, onShow, onRevoke }: ClientRowProps) => (
  <li className="key-row">
    <span className="release-text">
      <bdi className="release-title">{client.name}</bdi>
      <span className="mono small soft address">{client.id}</span>
      <span className="small soft">{texts.created(formatAgo(client.createdAt), client.madeBy.name)}</span>
    </span>
    <span className="row key-actions">
      <Button aria-label={texts.setUpOf(client.name)} onClick={onShow}>
        {texts.setUp}
      </Button>
      {mayRevoke && (
        <Button aria-label={texts.revokeOf(client.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </span>
  </li>
)

interface RevokeDialogProps {
  readonly accountId: string
  readonly client: NativeClient
  readonly onClose: () => void
}

function RevokeDialog({ accountId, client: { id, name }, onClose }: RevokeDialogProps) {
  const client = useQueryClient()
  const revoke = async (): Promise<void> => {
    await teamApi.revokeNativeClient(accountId, id)
    await Promise.all(
      [nativeClientsKey(accountId), ['connections']].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  }
  return (
    <ConfirmDialog
      title={texts.revokeTitle(name)}
      text={texts.revokeText}
      action={texts.revoke}
      onConfirm={revoke}
      onClose={onClose}
    />
  )
}
