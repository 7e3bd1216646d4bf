import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { AccountFrame } from './account-frame.tsx'
import { lastAccount } from './data/last-account.ts'
import { onSignedOut } from './data/queries.ts'
import type { Membership, Session } from './data/session-api.ts'
import { CatalogPage } from './pages/catalog/catalog-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { KeysPage } from './pages/keys/keys-page.tsx'
import { ReleasePage } from './pages/release/release-page.tsx'
import { ButtonLink } from './parts/button.tsx'
import { ConfirmationProvider } from './parts/confirmation.tsx'
import { Dialog } from './parts/dialog.tsx'
import { DoorPage, Page } from './parts/page.tsx'
import { SignInForm } from './parts/sign-in-form.tsx'
import { WithSession } from './parts/with-session.tsx'
import { pathOf, routes } from './routes.ts'
import { words } from './words/words.ts'

/** The pages of one account, for whoever is signed in and belongs to it. */
export function AccountArea({ accountId }: { readonly accountId: string }) {
  const [path] = useLocation()
  const signIn = `${routes.signIn}?next=${encodeURIComponent(`${path}${location.search}`)}`
  return (
    <WithSession signedOut={<Redirect to={signIn} replace />}>
      {(session) => {
        const membership = session.memberships.find((one) => one.accountId === accountId)
        if (!membership) return <UnknownAccount other={session.memberships[0]} />
        return <OpenAccount key={accountId} session={session} membership={membership} />
      }}
    </WithSession>
  )
}

function UnknownAccount({ other }: { readonly other: Membership | undefined }) {
  return (
    <DoorPage title={words.unknownAccount.title} lead={words.unknownAccount.text}>
      {other && (
        <ButtonLink to={pathOf('home', { accountId: other.accountId })}>{words.unknownAccount.other}</ButtonLink>
      )}
    </DoorPage>
  )
}

interface OpenAccountProps {
  readonly session: Session
  readonly membership: Membership
}

function OpenAccount({ session, membership }: OpenAccountProps) {
  const { accountId } = membership
  useEffect(() => lastAccount.set(accountId), [accountId])
  return (
    <AccountFrame session={session} membership={membership}>
      <Switch>
        <Route path={routes.home}>
          <HomePage accountId={accountId} name={session.user.name} />
        </Route>
        <Route path={routes.catalog}>
          <CatalogPage accountId={accountId} />
        </Route>
        <Route path={routes.keys}>
          <ConfirmationProvider>
            <KeysPage membership={membership} />
          </ConfirmationProvider>
        </Route>
        <Route path={routes.release}>
          {({ releaseId }) => <ReleasePage key={releaseId} membership={membership} releaseId={releaseId} />}
        </Route>
        <Route>
          <Page title={words.notFound.title}>
            <p className="soft">{words.notFound.text}</p>
            <p>
              <ButtonLink to={pathOf('home', { accountId })}>{words.notFound.back}</ButtonLink>
            </p>
          </Page>
        </Route>
      </Switch>
      <EndedSession email={session.user.email} userId={session.user.id} />
    </AccountFrame>
  )
}

/** The session ended while a page was open: the page stays as it is behind the dialog, with what was typed. */
function EndedSession({ email, userId }: { readonly email: string; readonly userId: string }) {
  const [hasEnded, setEnded] = useState(false)
  const client = useQueryClient()
  useEffect(() => onSignedOut(() => setEnded(true)), [])
  if (!hasEnded) return null
  const goOn = (session: Session): void => {
    // Somebody else must not see what the one before had open.
    if (session.user.id !== userId) client.clear()
    client.setQueryData(['session'], session)
    setEnded(false)
    void client.invalidateQueries()
  }
  return (
    <Dialog title={words.signIn.again}>
      <p className="soft">{words.signIn.againLead}</p>
      <SignInForm email={email} onSignedIn={goOn} />
    </Dialog>
  )
}
