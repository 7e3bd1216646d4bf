import type { Session } from '../../data/api/session-api.ts'
import { useHasPasswords } from '../../data/session/passkeys.ts'
import { useShortcutsSetting } from '../../data/settings/shortcuts-setting.ts'
import { themes, useTheme } from '../../data/settings/theme.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { pathOf } from '../../routes.ts'
import { connectedWords } from '../../words/account/connected-words.ts'
import { youWords as you } from '../../words/account/you-words.ts'
import { words } from '../../words/words.ts'
import { Notices } from './notices.tsx'
import { OutsideIdentity } from './outside-identity.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'

/** What people change about themselves: name, sign-in methods, notices, sessions, and the appearance of the console. */
export interface YouPageProps {
  readonly accountId: string
  readonly session: Session
}

export const YouPage = ({ accountId, session: { user, memberships } }: YouPageProps) => (
  <Page title={you.title}>
    <ProfileForm key={`${user.name} ${user.email} ${user.pendingEmail}`} user={user} />
    <Passkeys />
    <OutsideIdentity />
    <Password user={user} />
    <Notices
      accountId={accountId}
      accountName={memberships.find((one) => one.accountId === accountId)?.accountName ?? ''}
    />
    <Sessions />
    <Connections accountId={accountId} />
    <Settings />
  </Page>
)

/** The programs have their own page; this one links to it. */
const Connections = ({ accountId }: { readonly accountId: string }) => (
  <section className="card padded stack tight">
    <h2>{words.connections.title}</h2>
    <p className="soft">{connectedWords.lead}</p>
    <p>
      <ButtonLink to={pathOf('connections', { accountId })}>{you.connections}</ButtonLink>
    </p>
  </section>
)

/** Nothing to change if this hub takes none. */
const Password = ({ user }: { readonly user: Session['user'] }) =>
  useHasPasswords() && <PasswordForm hasPassword={user.hasPassword} email={user.email} />

function Settings() {
  const [theme, setTheme] = useTheme()
  const [hasShortcuts, setShortcuts] = useShortcutsSetting()
  return (
    <section className="card padded stack">
      <h2>{you.settings}</h2>
      <fieldset className="choices">
        <legend>{words.nav.theme}</legend>
        {themes.map((name) => (
          <label key={name}>
            <input type="radio" name="own-theme" checked={theme === name} onChange={() => setTheme(name)} />
            {words.nav.themes[name]}
          </label>
        ))}
      </fieldset>
      <label className="row tight">
        <input
          type="checkbox"
          checked={hasShortcuts}
          onChange={({ currentTarget: { checked } }) => setShortcuts(checked)}
        />
        {you.shortcuts}
      </label>
    </section>
  )
}
