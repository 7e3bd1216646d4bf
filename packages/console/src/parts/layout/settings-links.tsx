import { Link, useLocation } from 'wouter'
import { pathOf, settingsRoutes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** The pages of the settings of a label, above each of them. */
export function SettingsLinks({ accountId }: { readonly accountId: string }) {
  const [path] = useLocation()
  return (
    <nav className="settings-links" aria-label={words.settings.title}>
      {settingsRoutes.map((route) => {
        const to = pathOf(route, { accountId })
        return (
          <Link key={route} href={to} aria-current={path === to ? 'page' : undefined}>
            {words.settings.pages[route]}
          </Link>
        )
      })}
    </nav>
  )
}
