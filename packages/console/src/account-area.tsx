import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { AccountFrame } from './account-frame.tsx'
import type { Membership, Session } from './data/api/session-api.ts'
import { useLiveAccount } from './data/live/live.ts'
import { lastAccount } from './data/session/last-account.ts'
import { onSignedOut, tellSignedIn } from './data/session-events.ts'
import { CatalogPage } from './pages/catalog/catalog-page.tsx'
import { ConnectionsPage } from './pages/connections/connections-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { KeysPage } from './pages/keys/keys-page.tsx'
import { ReleasePage } from './pages/release/release-page.tsx'
import { ConfirmationProvider } from './parts/dialogs/confirmation.tsx'
import { Dialog } from './parts/dialogs/dialog.tsx'
import { ButtonLink } from './parts/layout/button.tsx'
import { DoorPage, Page } from './parts/layout/page.tsx'
import { Skeleton } from './parts/layout/skeleton.tsx'
import { SignInForm } from './parts/sign-in/sign-in-form.tsx'
import { WithSession } from './parts/sign-in/with-session.tsx'
import { pathOf, routes } from './routes.ts'
import { Shortcuts } from './shortcuts.tsx'
import { words } from './words/words.ts'

const DeliverPage = lazy(() =>
  import('./pages/deliver/deliver-page.tsx').then(({ DeliverPage: page }) => ({ default: page })),
)
const AnalyticsPage = lazy(() =>
  import('./pages/analytics/analytics-page.tsx').then(({ AnalyticsPage: page }) => ({ default: page })),
)

const TeamPage = lazy(() => import('./pages/team/team-page.tsx').then(({ TeamPage: page }) => ({ default: page })))
const ActivityPage = lazy(() =>
  import('./pages/activity/activity-page.tsx').then(({ ActivityPage: page }) => ({ default: page })),
)
const WebhookPages = lazy(() =>
  import('./pages/webhooks/webhook-pages.tsx').then(({ WebhookPages: pages }) => ({ default: pages })),
)
const ExportsPage = lazy(() =>
  import('./pages/exports/exports-page.tsx').then(({ ExportsPage: page }) => ({ default: page })),
)
const ReportPages = lazy(() =>
  import('./pages/reports/report-pages.tsx').then(({ ReportPages: pages }) => ({ default: pages })),
)
const YouPage = lazy(() => import('./pages/you/you-page.tsx').then(({ YouPage: page }) => ({ default: page })))

/** The pages of one account, for signed-in people who belong to it. */
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
  useLiveAccount(accountId, session.lastEventId)
  return (
    <AccountFrame session={session} membership={membership}>
      <Switch>
        <Route path={routes.home}>
          <HomePage membership={membership} name={session.user.name} />
        </Route>
        <Route path={routes.catalog}>
          <CatalogPage membership={membership} />
        </Route>
        <Route path={routes.analytics}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <AnalyticsPage accountId={accountId} />
          </Suspense>
        </Route>
        <Route path={`${routes.reports}/:reportId?`}>
          {({ reportId }) => <LazyReports membership={membership} reportId={reportId} />}
        </Route>
        <Route path={routes.connections} component={ConnectionsPage} />
        <Route path={routes.keys}>
          <ConfirmationProvider>
            <KeysPage membership={membership} />
          </ConfirmationProvider>
        </Route>
        <Route path={`${routes.webhooks}/:webhookId?`}>
          {({ webhookId }) => <LazyWebhooks membership={membership} webhookId={webhookId} />}
        </Route>
        <Route path={routes.exports}>
          <AskingPage>
            <ExportsPage membership={membership} />
          </AskingPage>
        </Route>
        <Route path={routes.team}>
          <AskingPage>
            <TeamPage membership={membership} userId={session.user.id} />
          </AskingPage>
        </Route>
        <Route path={routes.activity}>
          <AskingPage>
            <ActivityPage accountId={accountId} />
          </AskingPage>
        </Route>
        <Route path={routes.you}>
          <AskingPage>
            <YouPage accountId={accountId} session={session} />
          </AskingPage>
        </Route>
        <Route path={`${routes.deliver}/:step?`}>
          {({ step }) => <LazyDelivery membership={membership} step={step} />}
        </Route>
        <Route path={`${routes.edit}/:step?`}>
          {({ releaseId, step }) => (
            <LazyDelivery key={releaseId} membership={membership} releaseId={releaseId} step={step} />
          )}
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
      <Shortcuts accountId={accountId} />
      <EndedSession email={session.user.email} userId={session.user.id} />
    </AccountFrame>
  )
}

const LazyWebhooks = (place: { readonly membership: Membership; readonly webhookId: string | undefined }) => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <WebhookPages {...place} />
  </Suspense>
)

const LazyReports = (place: { readonly membership: Membership; readonly reportId: string | undefined }) => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <ReportPages {...place} />
  </Suspense>
)

interface DeliveryPlace {
  readonly membership: Membership
  readonly releaseId?: string
  readonly step: string | undefined
}

const LazyDelivery = (place: DeliveryPlace) => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <DeliverPage {...place} />
  </Suspense>
)

/** Loaded when it is opened; it can ask the person to confirm the identity. */
const AskingPage = ({ children }: { readonly children: ReactNode }) => (
  <ConfirmationProvider>
    <Suspense fallback={<Skeleton rows={6} />}>{children}</Suspense>
  </ConfirmationProvider>
)

/** The session ended while a page was open: the page stays unchanged under the dialog, with what was typed. */
export function EndedSession({ email, userId }: { readonly email: string; readonly userId: string }) {
  const [hasEnded, setEnded] = useState(false)
  const client = useQueryClient()
  useEffect(() => onSignedOut(() => setEnded(true)), [])
  if (!hasEnded) return null
  const goOn = (session: Session): void => {
    // The next person must not see what the previous one had open.
    if (session.user.id !== userId) client.clear()
    client.setQueryData(['session'], session)
    setEnded(false)
    tellSignedIn(session.user.id === userId)
    void client.invalidateQueries()
  }
  return (
    <Dialog title={words.signIn.again}>
      <p className="soft">{words.signIn.againLead}</p>
      <SignInForm email={email} onSignedIn={goOn} />
    </Dialog>
  )
}
