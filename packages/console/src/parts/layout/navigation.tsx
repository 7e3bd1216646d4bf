import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { words } from '../../words/words.ts'
import { Icon, type IconName } from './icon.tsx'

export interface NavigationEntry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
  readonly isCurrent: boolean
  /** The number of waiting items there. */
  readonly badge?: ReactNode
}

/** How many are in the bar of a narrow window; its last item opens the others. */
const inBar = 4
const moreId = 'more-pages'

/** The pages: one below the other, and on a phone a bar of five at the foot. */
export function Navigation({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const more = entries.slice(inBar)
  const { nav } = words
  return (
    <nav aria-label={nav.label}>
      <ul>
        {entries.map((entry, index) => (
          <li key={entry.to} className={index < inBar ? undefined : 'wide'}>
            <NavigationLink entry={entry} />
          </li>
        ))}
        <li className="narrow">
          <button
            type="button"
            className="nav-link"
            popoverTarget={moreId}
            data-current={more.some(({ isCurrent }) => isCurrent) || undefined}
          >
            <Icon name="more" /> {nav.more}
          </button>
        </li>
      </ul>
      <div id={moreId} popover="auto" className="menu">
        <ul>
          {more.map((entry) => (
            <li key={entry.to}>
              <NavigationLink entry={entry} onClick={() => document.getElementById(moreId)?.hidePopover()} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

interface NavigationLinkProps {
  readonly entry: NavigationEntry
  readonly onClick?: () => void
}

const NavigationLink = ({ entry: { to, label, icon, isCurrent, badge }, onClick }: NavigationLinkProps) => (
  <Link href={to} className="nav-link" aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
    <Icon name={icon} /> <span>{label}</span>
    {badge}
  </Link>
)
