import './style/operator.css'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { Frame } from './account-frame.tsx'
import type { Session } from './data/api/session-api.ts'
import { useOperatorCounts } from './data/queries/operator-queries.ts'
import { lastAccount } from './data/session/last-account.ts'
import { AccountsPage } from './pages/operator/accounts/accounts-page.tsx'
import { InboxPage } from './pages/operator/inbox/inbox-page.tsx'
import { NewOutletPage } from './pages/operator/outlets/new-outlet-page.tsx'
import { OutletPage } from './pages/operator/outlets/outlet-page.tsx'
import { OutletsPage } from './pages/operator/outlets/outlets-page.tsx'
import { PeoplePage } from './pages/operator/people/people-page.tsx'
import { ReviewsPage } from './pages/operator/reviews/reviews-page.tsx'
import { PropertiesPage } from './pages/operator/system/properties-page.tsx'
import { SystemPage } from './pages/operator/system/system-page.tsx'
import { ButtonLink } from './parts/layout/button.tsx'
import type { IconName } from './parts/layout/icon.tsx'
import { Navigation } from './parts/layout/navigation.tsx'
import { DoorPage, Page } from './parts/layout/page.tsx'
import { ConfirmationProvider } from './parts/sign-in/confirmation.tsx'
import { EndedSession } from './parts/sign-in/ended-session.tsx'
import { WithSession } from './parts/sign-in/with-session.tsx'
import { pathOf, type RouteName, routes } from './routes.ts'
import { operatorWords } from './words/operator/operator-words.ts'
import { words } from './words/words.ts'

/** The pages of the operator. Only operators load them. */
export function OperatorArea() {
  const [path] = useLocation()
  const signIn = `${routes.signIn}?next=${encodeURIComponent(`${path}${location.search}`)}`
  return (
    <WithSession signedOut={<Redirect to={signIn} replace />}>
      {(session) => {
        if (session.user.isOperator) return <OpenOperator session={session} />
        const { title, text } = operatorWords.notAllowed
        return (
          <DoorPage title={title} lead={text}>
            <ButtonLink to={routes.start}>{words.notFound.back}</ButtonLink>
          </DoorPage>
        )
      }}
    </WithSession>
  )
}

const OpenOperator = ({ session }: { readonly session: Session }) => (
  <Frame session={session} heading={<Heading session={session} />} navigation={<OperatorPages />}>
    <ConfirmationProvider>
      <Switch>
        <Route path={routes.operator}>
          <Redirect to={routes.reviews} replace />
        </Route>
        <Route path={routes.reviews}>
          <ReviewsPage userId={session.user.id} />
        </Route>
        <Route path={routes.review}>
          {({ releaseId }) => <ReviewsPage userId={session.user.id} releaseId={releaseId} />}
        </Route>
        <Route path={routes.inbox}>
          <InboxPage userId={session.user.id} />
        </Route>
        <Route path={routes.properties} component={PropertiesPage} />
        <Route path={routes.outlets} component={OutletsPage} />
        <Route path={routes.newOutlet} component={NewOutletPage} />
        <Route path={routes.outlet}>{({ outletId }) => <OutletPage key={outletId} outletId={outletId} />}</Route>
        <Route path={routes.accounts} component={AccountsPage} />
        <Route path={routes.people}>
          <PeoplePage userId={session.user.id} />
        </Route>
        <Route path={routes.system} component={SystemPage} />
        <Route>
          <Page title={words.notFound.title}>
            <p className="soft">{words.notFound.text}</p>
            <p>
              <ButtonLink to={routes.operator}>{words.notFound.back}</ButtonLink>
            </p>
          </Page>
        </Route>
      </Switch>
    </ConfirmationProvider>
    <EndedSession email={session.user.email} userId={session.user.id} />
  </Frame>
)

/** A link to the label that was open last. */
function Heading({ session }: { readonly session: Session }) {
  const { memberships } = session
  const label = memberships.find(({ accountId }) => accountId === lastAccount.get()) ?? memberships[0]
  return (
    <div className="account-name">
      {operatorWords.title}
      {label && (
        <p className="small regular">
          <Link href={pathOf('home', { accountId: label.accountId })}>
            {operatorWords.backTo} <bdi>{label.accountName}</bdi>
          </Link>
        </p>
      )}
    </div>
  )
}

const entries: readonly { readonly route: RouteName; readonly icon: IconName; readonly label: string }[] = [
  { route: 'reviews', icon: 'reviews', label: operatorWords.nav.reviews },
  { route: 'inbox', icon: 'inbox', label: operatorWords.nav.inbox },
  { route: 'properties', icon: 'properties', label: operatorWords.nav.properties },
  { route: 'outlets', icon: 'stores', label: operatorWords.nav.outlets },
  { route: 'accounts', icon: 'accounts', label: operatorWords.nav.accounts },
  { route: 'people', icon: 'people', label: operatorWords.nav.people },
  { route: 'system', icon: 'system', label: operatorWords.nav.system },
]

function OperatorPages() {
  const [path] = useLocation()
  const { data } = useOperatorCounts()
  const waiting: Readonly<Partial<Record<RouteName, number>>> = {
    reviews: data?.reviews ?? 0,
    inbox: data?.messages ?? 0,
  }
  const pages = entries.map(({ route, ...entry }) => {
    const to = pathOf(route)
    return { ...entry, to, isCurrent: path.startsWith(to), badge: <Count count={waiting[route] ?? 0} /> }
  })
  return <Navigation entries={pages} />
}

const Count = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <span className="count figures">
      {count > 99 ? '99+' : count} <span className="visually-hidden">{operatorWords.nav.waiting}</span>
    </span>
  )
