import type { Permission } from '@spindle/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { type AuthorizationRequest, type Session, sessionApi } from '../../data/api/session-api.ts'
import { toFailure } from '../../data/failure.ts'
import { lastAccount } from '../../data/session/last-account.ts'
import { Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { DoorPage } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { ConfirmationProvider, useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { WithSession } from '../../parts/sign-in/with-session.tsx'
import { routes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** A program requests to act for an account: what it requests, for which account, and the answer. Nothing is stored. */
export function AuthorizePage({ uid }: { readonly uid: string }) {
  const signIn = `${routes.signIn}?next=${encodeURIComponent(`/authorize/${uid}`)}`
  return (
    <WithSession signedOut={<Redirect to={signIn} replace />}>
      {(session) => (
        <ConfirmationProvider>
          <Request uid={uid} session={session} />
        </ConfirmationProvider>
      )}
    </WithSession>
  )
}

function Request({ uid, session }: { readonly uid: string; readonly session: Session }) {
  const { authorize } = words
  const request = useQuery({
    queryKey: ['authorize', uid],
    queryFn: () => sessionApi.getAuthorizationRequest(uid),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (request.error) {
    if (toFailure(request.error).code === 'authorization_request_not_found')
      return <DoorPage title={authorize.deadTitle} lead={authorize.dead} />
    return (
      <DoorPage title={words.product}>
        <FailureNotice error={request.error} onRetry={() => void request.refetch()} />
      </DoorPage>
    )
  }
  if (!request.data)
    return (
      <DoorPage title={words.loading}>
        <Skeleton rows={4} />
      </DoorPage>
    )
  return <Question uid={uid} session={session} request={request.data} />
}

interface QuestionProps {
  readonly uid: string
  readonly session: Session
  readonly request: AuthorizationRequest
}

function Question({ uid, session, request }: QuestionProps) {
  const { authorize } = words
  const { client, device, resource, returnsTo, accounts } = request
  const able = accounts.filter(({ grantable }) => grantable.length > 0)
  const [accountId, setAccountId] = useState(
    (able.find((one) => one.accountId === lastAccount.get()) ?? able[0])?.accountId ?? '',
  )
  const account = able.find((one) => one.accountId === accountId)
  return (
    <DoorPage
      title={authorize.title(client.name, device)}
      lead={resource === 'keys' ? authorize.leadKeys : authorize.leadTools}
    >
      {!client.isBuiltIn && (
        <Notice tone="warn">
          <p>{authorize.notOurs(client.name, returnsTo)}</p>
          <p className="small mono">
            <bdi>{client.id}</bdi>
          </p>
        </Notice>
      )}
      <p className="small soft">{words.nav.signedInAs(session.user.name)}</p>
      {account ? (
        <>
          <AccountField accounts={able} value={accountId} onChange={setAccountId} />
          <Answer key={accountId} uid={uid} account={account} />
        </>
      ) : (
        <>
          <Notice tone="warn">
            <p>{authorize.roleTooSmall}</p>
          </Notice>
          <Refusal uid={uid} />
        </>
      )}
    </DoorPage>
  )
}

type Account = AuthorizationRequest['accounts'][number]

interface AccountFieldProps {
  readonly accounts: readonly Account[]
  readonly value: string
  readonly onChange: (accountId: string) => void
}

/** A single account is shown without a choice. */
function AccountField({ accounts, value, onChange }: AccountFieldProps) {
  const { authorize } = words
  if (accounts.length === 1)
    return (
      <p>
        {authorize.account}: <strong>{accounts.map(({ accountName }) => accountName)}</strong>
      </p>
    )
  return (
    <Select label={authorize.account} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {accounts.map(({ accountId, accountName }) => (
        <option key={accountId} value={accountId}>
          {accountName}
        </option>
      ))}
    </Select>
  )
}

function Answer({ uid, account }: { readonly uid: string; readonly account: Account }) {
  const { authorize, keys } = words
  const confirmed = useConfirmed()
  const { answer, error, isBusy } = useAnswer()
  const [chosen, setChosen] = useState<readonly Permission[]>(account.grantable)
  const allow = () => {
    lastAccount.set(account.accountId)
    const body = { accountId: account.accountId, permissions: chosen }
    return confirmed(() => sessionApi.allowAuthorization(uid, body))
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0 && !isBusy) void answer(allow)
      }}
    >
      <fieldset className="choices">
        <legend>{authorize.may}</legend>
        {account.grantable.map((permission) => (
          <label key={permission}>
            <input
              type="checkbox"
              checked={chosen.includes(permission)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
              }
            />
            {keys.permissions[permission]}
          </label>
        ))}
      </fieldset>
      {chosen.length === 0 && <p className="problem">{keys.permissionMissing}</p>}
      {error !== undefined && <FailureNotice error={error} />}
      <p className="row">
        <Button type="submit" look="primary" isBusy={isBusy}>
          {authorize.allow}
        </Button>
        <RefuseButton onPress={() => void answer(() => sessionApi.refuseAuthorization(uid))} />
      </p>
    </form>
  )
}

function Refusal({ uid }: { readonly uid: string }) {
  const { answer, error } = useAnswer()
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <p>
        <RefuseButton onPress={() => void answer(() => sessionApi.refuseAuthorization(uid))} />
      </p>
    </>
  )
}

const RefuseButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Button onClick={onPress}>{words.authorize.refuse}</Button>
)

/** Sends the answer, then leaves for the program. */
function useAnswer() {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const answer = async (send: () => Promise<{ readonly returnTo: string }>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      location.assign((await send()).returnTo)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return { answer, error, isBusy }
}
