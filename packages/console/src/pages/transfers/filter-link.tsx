import { Link } from 'wouter'
import { formatNumber } from '../../words/words.ts'

/** The list is below the numbers, often outside of the window. */
export const releasesId = 'transfer-releases'

export interface FilterLinkProps {
  /** The page of the transfer. */
  readonly page: string
  readonly filter: Readonly<Record<string, string>>
  readonly releases: number
  /** What the number counts. */
  readonly label: string
}

/** A number of releases that leads to their list on the same page. */
export const FilterLink = ({ page, filter, releases, label }: FilterLinkProps) =>
  releases === 0 ? (
    formatNumber(releases)
  ) : (
    <Link
      href={Object.keys(filter).length === 0 ? page : `${page}?${new URLSearchParams(filter)}`}
      aria-label={`${formatNumber(releases)} ${label}`}
      onClick={() => document.getElementById(releasesId)?.scrollIntoView()}
    >
      {formatNumber(releases)}
    </Link>
  )
