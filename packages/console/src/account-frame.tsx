import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { hubAddress } from './data/addresses.ts'
import { type Membership, type Session, sessionApi } from './data/api/session-api.ts'
import { useIsOnline } from './data/online.ts'
import { useHubFacts } from './data/queries/queries.ts'
import { themes, useTheme } from './data/settings/theme.ts'
import { Button } from './parts/layout/button.tsx'
import type { IconName } from './parts/layout/icon.tsx'
import { Navigation } from './parts/layout/navigation.tsx'
import { Notice } from './parts/layout/notice.tsx'
import { PageGuard } from './parts/layout/page-guard.tsx'
import { PlayerBar } from './parts/player/player-bar.tsx'
import { pathOf, type RouteName, routes, settingsRoutes } from './routes.ts'
import { words } from './words/words.ts'

const entries: readonly { readonly route: RouteName; readonly label: string; readonly icon: IconName }[] = [
  { route: 'home', label: words.nav.home, icon: 'home' },
  { route: 'deliver', label: words.nav.deliver, icon: 'deliver' },
  { route: 'catalog', label: words.nav.catalog, icon: 'catalog' },
  { route: 'analytics', label: words.nav.analytics, icon: 'analytics' },
  { route: 'artists', label: words.nav.artists, icon: 'people' },
  { route: 'labels', label: words.nav.labels, icon: 'labels' },
  { route: 'stores', label: words.nav.stores, icon: 'stores' },
  { route: 'reports', label: words.nav.reports, icon: 'reports' },
  { route: 'keys', label: words.nav.settings, icon: 'keys' },
  { route: 'team', label: words.nav.team, icon: 'team' },
  { route: 'activity', label: words.nav.activity, icon: 'activity' },
]

export interface AccountFrameProps {
  readonly session: Session
  readonly membership: Membership
  readonly children: ReactNode
}

/** The frame around every page of an account. */
export const AccountFrame = ({ session, membership, children }: AccountFrameProps) => (
  <Frame
    session={session}
    accountId={membership.accountId}
    heading={<AccountChoice memberships={session.memberships} current={membership} />}
    navigation={<AccountPages accountId={membership.accountId} isOperator={session.user.isOperator} />}
  >
    {children}
  </Frame>
)

export interface FrameProps {
  readonly session: Session
  /** Absent outside of any account. */
  readonly accountId?: string
  readonly heading: ReactNode
  readonly navigation: ReactNode
  readonly children: ReactNode
}

/** Navigation, who is signed in, and what is wrong with the connection. */
export function Frame({
  session,
  accountId = session.memberships[0]?.accountId,
  heading,
  navigation,
  children,
}: FrameProps) {
  const [path] = useLocation()
  const main = useFocusAfterNavigation(path)
  const isOnline = useIsOnline()
  const hub = useHubFacts()
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <header className="side">
        <p className="brand">{words.product}</p>
        {heading}
        {navigation}
        <PersonMenu session={session} accountId={accountId} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {!isOnline && (
          <Notice tone="warn" isAlert>
            <p>{words.offline}</p>
          </Notice>
        )}
        {hub.data?.isEncrypted === false && (
          <Notice tone="warn">
            <p>{words.unencrypted}</p>
          </Notice>
        )}
        <PageGuard path={path}>{children}</PageGuard>
      </main>
      <PlayerBar />
    </div>
  )
}

/** After a navigation the keyboard focus is in the page, as after loading it. */
function useFocusAfterNavigation(path: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return main
}

interface AccountPagesProps {
  readonly accountId: string
  readonly isOperator: boolean
}

function AccountPages({ accountId, isOperator }: AccountPagesProps) {
  const [path] = useLocation()
  const pages = entries.map(({ route, ...entry }) => {
    const to = pathOf(route, { accountId })
    return { ...entry, to, isCurrent: isOpen(route, accountId, path) }
  })
  const operator = { to: routes.operator, label: words.nav.operator, icon: 'operator', isCurrent: false } as const
  return <Navigation entries={isOperator ? [...pages, operator] : pages} />
}

function isOpen(route: RouteName, accountId: string, path: string): boolean {
  const begins = (name: RouteName): boolean => path.startsWith(pathOf(name, { accountId }))
  if (route === 'home') return path === pathOf(route, { accountId })
  return route === 'keys' ? settingsRoutes.some(begins) : begins(route)
}

interface AccountChoiceProps {
  readonly memberships: Session['memberships']
  readonly current: Membership
}

function AccountChoice({ memberships, current }: AccountChoiceProps) {
  const [, navigate] = useLocation()
  if (memberships.length < 2)
    return (
      <p className="account-name">
        <bdi>{current.accountName}</bdi>
      </p>
    )
  return (
    <select
      className="input account-choice"
      aria-label={words.nav.account}
      value={current.accountId}
      onChange={({ currentTarget: { value } }) => navigate(pathOf('home', { accountId: value }))}
    >
      {memberships.map(({ accountId, accountName }) => (
        <option key={accountId} value={accountId}>
          {accountName}
        </option>
      ))}
    </select>
  )
}

const closeMenu = (): void => document.getElementById('person-menu')?.hidePopover()

interface PersonMenuProps {
  readonly session: Session
  readonly accountId: string | undefined
}

function PersonMenu({ session, accountId }: PersonMenuProps) {
  const [theme, setTheme] = useTheme()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const signOut = async (): Promise<void> => {
    // Signed out already is signed out.
    await sessionApi.signOut().catch(() => {})
    client.clear()
    client.setQueryData(['session'], null)
    navigate(routes.signIn)
  }
  return (
    <>
      <button type="button" className="person" popoverTarget="person-menu">
        <span className="initial" aria-hidden="true">
          {Array.from(session.user.name.trim())[0]?.toLocaleUpperCase()}
        </span>
        <bdi className="person-name">{session.user.name}</bdi>
        <span className="visually-hidden">{words.nav.menu}</span>
      </button>
      <div id="person-menu" popover="auto" className="menu stack">
        <p className="small soft">
          {words.nav.signedInAs(session.user.name)}
          <br />
          <bdi>{session.user.email}</bdi>
        </p>
        <fieldset className="choices">
          <legend className="small soft">{words.nav.theme}</legend>
          {themes.map((name) => (
            <label key={name}>
              <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
              {words.nav.themes[name]}
            </label>
          ))}
        </fieldset>
        {accountId !== undefined && (
          <ul className="menu-links">
            <li>
              <Link href={pathOf('you', { accountId })} onClick={closeMenu}>
                {words.nav.you}
              </Link>
            </li>
            <li>
              <Link href={pathOf('connections', { accountId })} onClick={closeMenu}>
                {words.connections.title}
              </Link>
            </li>
          </ul>
        )}
        <p>
          <a href={hubAddress('/docs')}>{words.nav.apiReference}</a>
        </p>
        <Button onClick={() => void signOut()}>{words.nav.signOut}</Button>
        {/* Empty while a node of an earlier version answers. */}
        <p className="small soft">
          {words.product} {session.hubVersion}
        </p>
      </div>
    </>
  )
}
