import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { AccountArea, OperatorArea } from './account-area.tsx'
import { consolePath } from './data/addresses.ts'
import { lastAccount } from './data/session/last-account.ts'
import { AuthorizePage } from './pages/authorize/authorize-page.tsx'
import { InvitationPage } from './pages/invitation/invitation-page.tsx'
import { SetupPage } from './pages/setup/setup-page.tsx'
import { OutsideReturnPage } from './pages/sign-in/outside-return-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { Button, ButtonLink } from './parts/layout/button.tsx'
import { DoorPage } from './parts/layout/page.tsx'
import { WithSession } from './parts/sign-in/with-session.tsx'
import { pathOf, routes } from './routes.ts'
import { words } from './words/words.ts'

/** Answers so far are in the client, which exists as long as the window. */
export const App = ({ client }: { readonly client: QueryClient }) => (
  <CrashGuard>
    <QueryClientProvider client={client}>
      <Router base={consolePath}>
        <Switch>
          <Route path={routes.start} component={Start} />
          <Route path={routes.setup} component={SetupPage} />
          <Route path={routes.signIn} component={SignInPage} />
          <Route path={routes.outsideReturn} component={OutsideReturnPage} />
          <Route path={routes.invitation} component={InvitationPage} />
          <Route path={routes.authorize}>{({ uid }) => <AuthorizePage uid={uid} />}</Route>
          <Route path="/operator/*?">
            <OperatorArea />
          </Route>
          <Route path="/a/:accountId/*?">{({ accountId }) => <AccountArea accountId={accountId} />}</Route>
          <Route>
            <DoorPage title={words.notFound.title} lead={words.notFound.text}>
              <ButtonLink to={routes.start}>{words.notFound.back}</ButtonLink>
            </DoorPage>
          </Route>
        </Switch>
      </Router>
    </QueryClientProvider>
  </CrashGuard>
)

/** Leads to the account that was open last, or to the sign-in. */
const Start = () => (
  <WithSession signedOut={<Redirect to={routes.signIn} replace />}>
    {({ memberships, user }) => {
      const chosen = memberships.find(({ accountId }) => accountId === lastAccount.get()) ?? memberships[0]
      if (chosen) return <Redirect to={pathOf('home', { accountId: chosen.accountId })} replace />
      if (user.isOperator) return <Redirect to={routes.operator} replace />
      return <DoorPage title={words.noAccounts.title} lead={words.noAccounts.text} />
    }}
  </WithSession>
)

/** An error that stops a page is shown; the window is never empty. */
class CrashGuard extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false }
  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }
  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <DoorPage title={words.crashed.title} lead={words.crashed.text}>
        <Button look="primary" onClick={() => location.reload()}>
          {words.crashed.reload}
        </Button>
      </DoorPage>
    )
  }
}
