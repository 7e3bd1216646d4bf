import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type IdentityItem, identitiesKey, meApi, useIdentities } from '../../data/api/me-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { leaveForOutside, useOutsideName } from '../../data/session/outside.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, FailureText } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { youWords as you } from '../../words/account/you-words.ts'

/** The outside provider as a sign-in method: connected by signing in there. Nothing if the hub has none. */
export function OutsideIdentity() {
  const provider = useOutsideName()
  return provider === undefined ? null : <Identity provider={provider} />
}

function Identity({ provider }: { readonly provider: string }) {
  const identities = useIdentities()
  const { connect, isBusy, failure } = useConnect()
  const identity = identities.data?.data[0]
  const { outside } = you
  return (
    <section className="card padded stack">
      <div className="page-head">
        <h2>{outside.title(provider)}</h2>
        {identities.data && !identity && (
          <Button isBusy={isBusy} onClick={() => void connect()}>
            {outside.connect(provider)}
          </Button>
        )}
        {identity && <Disconnect provider={provider} identity={identity} />}
      </div>
      {identities.error && <FailureNotice error={identities.error} onRetry={() => void identities.refetch()} />}
      {failure && <FailureText failure={failure} />}
      <p className="soft">{identity ? outside.connected(identity.label ?? provider) : outside.lead}</p>
    </section>
  )
}

/** Leaves for the provider; the window comes back to this page. */
function useConnect() {
  const [path] = useLocation()
  const confirmed = useConfirmed()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const connect = async (): Promise<void> => {
    setFailure(undefined)
    setBusy(true)
    try {
      await leaveForOutside(() => confirmed(() => meApi.beginIdentity()), path)
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
    }
  }
  return { connect, isBusy, failure }
}

function Disconnect({ provider, identity }: { readonly provider: string; readonly identity: IdentityItem }) {
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { outside } = you
  const disconnect = async (): Promise<void> => {
    await confirmed(() => meApi.deleteIdentity(identity.id))
    await client.invalidateQueries({ queryKey: identitiesKey })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>{outside.disconnect}</Button>
      {isAsked && (
        <ConfirmDialog
          title={outside.disconnectTitle(provider)}
          text={outside.disconnectText(provider)}
          action={outside.disconnect}
          onConfirm={disconnect}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
