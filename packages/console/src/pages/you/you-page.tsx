import type { Session } from '../../data/session-api.ts'
import { useShortcutsSetting } from '../../data/shortcuts-setting.ts'
import { themes, useTheme } from '../../data/theme.ts'
import { Page } from '../../parts/page.tsx'
import { words } from '../../words/words.ts'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'

/** What somebody changes about the own person: name, ways in, sessions, and how the console looks. */
export const YouPage = ({ session: { user } }: { readonly session: Session }) => (
  <Page title={words.you.title}>
    <ProfileForm key={`${user.name} ${user.email}`} user={user} />
    <Passkeys />
    <PasswordForm hasPassword={user.hasPassword} email={user.email} />
    <Sessions />
    <Settings />
  </Page>
)

function Settings() {
  const [theme, setTheme] = useTheme()
  const [hasShortcuts, setShortcuts] = useShortcutsSetting()
  return (
    <section className="card padded stack">
      <h2>{words.you.settings}</h2>
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
        {words.you.shortcuts}
      </label>
    </section>
  )
}
