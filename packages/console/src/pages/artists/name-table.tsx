import './names.css'
import type { PartySuggestion } from '@spindle/client'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { pathOf } from '../../routes.ts'
import { nameWords as texts } from '../../words/catalog/name-words.ts'

export interface NameTableProps {
  readonly accountId: string
  readonly items: readonly PartySuggestion[]
  /** Absent if the person may only read. */
  readonly actions: ((suggestion: PartySuggestion) => ReactNode) | undefined
}

/** Names with the releases that credit them, and the artist that each may mean. */
export function NameTable({ accountId, items, actions }: NameTableProps) {
  const { columns } = texts
  return (
    <table className="table names">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.found}</th>
          <th scope="col">{columns.artist}</th>
          {actions && (
            <th scope="col" className="end">
              <span className="visually-hidden">{columns.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((suggestion) => (
          <tr key={suggestion.name}>
            <th scope="row">
              <NameCell suggestion={suggestion} />
            </th>
            <td data-label={columns.found}>
              <FoundCell accountId={accountId} suggestion={suggestion} />
            </td>
            <td data-label={columns.artist}>
              <MatchCell accountId={accountId} suggestion={suggestion} />
            </td>
            {actions && (
              <td className="end">
                <span className="row tight">{actions(suggestion)}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NameCell({ suggestion: { name, spellings } }: { readonly suggestion: PartySuggestion }) {
  const others = spellings.map((spelling) => spelling.name).filter((spelling) => spelling !== name)
  return (
    <span className="release-text">
      <bdi className="release-title">{name}</bdi>
      {others.length > 0 && <bdi className="small soft">{texts.spellings(others)}</bdi>}
    </span>
  )
}

interface CellProps {
  readonly accountId: string
  readonly suggestion: PartySuggestion
}

const FoundCell = ({ accountId, suggestion: { releaseCount, trackCount, releases } }: CellProps) => (
  <span className="release-text">
    <span>{texts.found(releaseCount, trackCount)}</span>
    {releases.length > 0 && (
      <span className="small">
        {releases.map(({ releaseId, title }, index) => (
          <Fragment key={releaseId}>
            {index > 0 && ' · '}
            <Link href={pathOf('release', { accountId, releaseId })}>
              <bdi>{title}</bdi>
            </Link>
          </Fragment>
        ))}
      </span>
    )}
  </span>
)

function MatchCell({ accountId, suggestion: { matches } }: CellProps) {
  const [match] = matches
  if (!match) return <span className="small soft">{texts.none}</span>
  return (
    <span className="release-text">
      <span>
        <Link href={pathOf('artist', { accountId, partyId: match.partyId })}>
          <bdi>{match.name}</bdi>
        </Link>
      </span>
      <span className="small soft">{texts.reasons[match.reason](match.matchedName)}</span>
    </span>
  )
}
