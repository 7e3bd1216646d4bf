import { useEffect, useMemo } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { AccountFrame } from './account-frame.tsx'
import type { Membership, Session } from './data/api/session-api.ts'
import { useLiveAccount } from './data/live/live.ts'
import { lastAccount } from './data/session/last-account.ts'
import { CatalogPage } from './pages/catalog/catalog-page.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { KeysPage } from './pages/keys/keys-page.tsx'
import { ReleasePage } from './pages/release/release-page.tsx'
import { ButtonLink } from './parts/layout/button.tsx'
import { lazyPage } from './parts/layout/lazy-page.tsx'
import { DoorPage, Page } from './parts/layout/page.tsx'
import { PrefetchPages } from './parts/layout/prefetch-pages.tsx'
import { SettingsLinks } from './parts/layout/settings-links.tsx'
import { ConfirmationProvider } from './parts/sign-in/confirmation.tsx'
import { EndedSession } from './parts/sign-in/ended-session.tsx'
import { WithSession } from './parts/sign-in/with-session.tsx'
import { Uploads } from './parts/transfers/uploads.tsx'
import { pathOf, routes, settingsRoutes } from './routes.ts'
import { Shortcuts } from './shortcuts.tsx'
import { words } from './words/words.ts'

const DeliverPage = lazyPage(() => import('./pages/deliver/deliver-page.tsx').then((page) => page.DeliverPage))
const AnalyticsPage = lazyPage(() => import('./pages/analytics/analytics-page.tsx').then((page) => page.AnalyticsPage))
const TeamPage = lazyPage(() => import('./pages/team/team-page.tsx').then((page) => page.TeamPage))
const ActivityPage = lazyPage(() => import('./pages/activity/activity-page.tsx').then((page) => page.ActivityPage))
const WebhookPages = lazyPage(() => import('./pages/webhooks/webhook-pages.tsx').then((page) => page.WebhookPages))
const ConnectionsPage = lazyPage(() =>
  import('./pages/connections/connections-page.tsx').then((page) => page.ConnectionsPage),
)
const DefaultsPage = lazyPage(() => import('./pages/defaults/defaults-page.tsx').then((page) => page.DefaultsPage))
const ExportsPage = lazyPage(() => import('./pages/exports/exports-page.tsx').then((page) => page.ExportsPage))
const ArtistPages = lazyPage(() => import('./pages/artists/artist-pages.tsx').then((page) => page.ArtistPages))
const LabelPages = lazyPage(() => import('./pages/labels/label-pages.tsx').then((page) => page.LabelPages))
const MoveInArea = lazyPage(() => import('./move-in-area.tsx').then((area) => area.MoveInArea))
const JobPages = lazyPage(() => import('./pages/jobs/job-pages.tsx').then((page) => page.JobPages))
const RecordingPages = lazyPage(() =>
  import('./pages/recordings/recording-pages.tsx').then((page) => page.RecordingPages),
)
const ReportPages = lazyPage(() => import('./pages/reports/report-pages.tsx').then((page) => page.ReportPages))
const StoresPage = lazyPage(() => import('./pages/stores/stores-page.tsx').then((page) => page.StoresPage))
const TrashPage = lazyPage(() => import('./pages/trash/trash-page.tsx').then((page) => page.TrashPage))
const YouPage = lazyPage(() => import('./pages/you/you-page.tsx').then((page) => page.YouPage))

/** Few people run a hub, so only they load its pages. */
export const OperatorArea = lazyPage(() => import('./operator-area.tsx').then((area) => area.OperatorArea), { rows: 8 })

/** What is loaded in advance, what people open most first. */
const prefetchedPages = [
  AnalyticsPage,
  ReportPages,
  RecordingPages,
  ArtistPages,
  LabelPages,
  StoresPage,
  MoveInArea,
  JobPages,
  ActivityPage,
  TeamPage,
  YouPage,
  WebhookPages,
  ConnectionsPage,
  ExportsPage,
  DefaultsPage,
  TrashPage,
]

interface PrefetchForRoleProps {
  readonly role: Membership['role']
  readonly isOperator: boolean
}

/** Viewers cannot deliver, and only operators open the pages of the hub. */
function PrefetchForRole({ role, isOperator }: PrefetchForRoleProps) {
  const pages = useMemo(
    () => [...(role === 'viewer' ? [] : [DeliverPage]), ...prefetchedPages, ...(isOperator ? [OperatorArea] : [])],
    [role, isOperator],
  )
  return <PrefetchPages pages={pages} />
}

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
  const [path] = useLocation()
  useEffect(() => lastAccount.set(accountId), [accountId])
  useLiveAccount(accountId, session.lastEventId)
  return (
    <AccountFrame session={session} membership={membership}>
      {settingsRoutes.some((route) => path === pathOf(route, { accountId })) && <SettingsLinks accountId={accountId} />}
      <AccountRoutes session={session} membership={membership} />
      <PrefetchForRole role={membership.role} isOperator={session.user.isOperator} />
      <Shortcuts accountId={accountId} />
      <Uploads accountId={accountId} />
      <EndedSession email={session.user.email} userId={session.user.id} />
    </AccountFrame>
  )
}

function AccountRoutes({ session, membership }: OpenAccountProps) {
  const { accountId } = membership
  return (
    <Switch>
      <Route path={routes.home}>
        <HomePage membership={membership} name={session.user.name} />
      </Route>
      <Route path={routes.catalog}>
        <CatalogPage membership={membership} />
      </Route>
      <Route path={`${routes.recordings}/:isrc?`}>
        {({ isrc }) => <RecordingPages accountId={accountId} isrc={isrc} />}
      </Route>
      {[routes.imports, routes.transfers].map((route) => (
        <Route key={route} path={`${route}/:id?`}>
          <MoveInArea membership={membership} />
        </Route>
      ))}
      <Route path={`${routes.jobs}/:bulkId?`}>
        {({ bulkId }) => <JobPages membership={membership} bulkId={bulkId} />}
      </Route>
      <Route path={`${routes.artists}/:partyId?`}>
        {({ partyId }) => <ArtistPages membership={membership} partyId={partyId} />}
      </Route>
      <Route path={`${routes.labels}/:labelId?`}>
        {({ labelId }) => <LabelPages membership={membership} labelId={labelId} />}
      </Route>
      <Route path={routes.stores}>
        <StoresPage membership={membership} />
      </Route>
      <Route path={routes.trash}>
        <TrashPage membership={membership} />
      </Route>
      <Route path={routes.analytics}>
        <AnalyticsPage accountId={accountId} />
      </Route>
      <Route path={`${routes.reports}/:reportId?`}>
        {({ reportId }) => <ReportPages membership={membership} reportId={reportId} />}
      </Route>
      <Route path={routes.connections}>
        <ConnectionsPage membership={membership} userId={session.user.id} />
      </Route>
      <Route path={routes.keys}>
        <ConfirmationProvider>
          <KeysPage membership={membership} />
        </ConfirmationProvider>
      </Route>
      <Route path={`${routes.webhooks}/:webhookId?`}>
        {({ webhookId }) => <WebhookPages membership={membership} webhookId={webhookId} />}
      </Route>
      <Route path={routes.exports}>
        <ConfirmationProvider>
          <ExportsPage membership={membership} />
        </ConfirmationProvider>
      </Route>
      <Route path={routes.defaults}>
        <DefaultsPage membership={membership} />
      </Route>
      <Route path={routes.team}>
        <ConfirmationProvider>
          <TeamPage membership={membership} userId={session.user.id} />
        </ConfirmationProvider>
      </Route>
      <Route path={routes.activity}>
        <ConfirmationProvider>
          <ActivityPage accountId={accountId} />
        </ConfirmationProvider>
      </Route>
      <Route path={routes.you}>
        <ConfirmationProvider>
          <YouPage accountId={accountId} session={session} />
        </ConfirmationProvider>
      </Route>
      <Route path={`${routes.deliver}/:step?`}>
        {({ step }) => <DeliverPage membership={membership} step={step} />}
      </Route>
      <Route path={`${routes.edit}/:step?`}>
        {({ releaseId, step }) => (
          <DeliverPage key={releaseId} membership={membership} releaseId={releaseId} step={step} />
        )}
      </Route>
      <Route path={routes.release}>
        {({ releaseId }) => <ReleasePage key={releaseId} membership={membership} releaseId={releaseId} />}
      </Route>
      <Route>
        <UnknownPage accountId={accountId} />
      </Route>
    </Switch>
  )
}

const UnknownPage = ({ accountId }: { readonly accountId: string }) => (
  <Page title={words.notFound.title}>
    <p className="soft">{words.notFound.text}</p>
    <p>
      <ButtonLink to={pathOf('home', { accountId })}>{words.notFound.back}</ButtonLink>
    </p>
  </Page>
)
