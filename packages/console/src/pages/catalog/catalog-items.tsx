import type { CatalogItem } from '@spindle/client'
import { Link } from 'wouter'
import { Cover, pictureOf } from '../../parts/cover.tsx'
import { StatusChip } from '../../parts/status-chip.tsx'
import { pathOf } from '../../routes.ts'
import { formatDate, formatDuration, words } from '../../words/words.ts'
import type { Selection } from './use-selection.ts'

export type Item = CatalogItem

export interface ItemsProps {
  readonly accountId: string
  readonly items: readonly Item[]
  readonly selection: Selection
}

export function CatalogTable({ accountId, items, selection }: ItemsProps) {
  const { columns } = words.catalog
  return (
    <table className="table">
      <thead>
        <tr>
          <td className="pick">
            <input
              type="checkbox"
              aria-label={words.catalog.selectAll}
              checked={items.every(({ id }) => selection.has(id))}
              onChange={() => selection.toggleAll(items.map(({ id }) => id))}
            />
          </td>
          <th scope="col">{columns.title}</th>
          <th scope="col">{columns.type}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col" className="end">
            {columns.tracks}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} data-selected={selection.has(item.id) || undefined}>
            <td className="pick">
              <Pick item={item} selection={selection} />
            </td>
            <th scope="row">
              <span className="release-row">
                <Cover id={item.id} title={item.title} size="small" picture={pictureOf(accountId, item)} />
                <span className="release-text">
                  <Link className="release-title" href={pathOf('release', { accountId, releaseId: item.id })}>
                    <bdi>{item.title}</bdi>
                  </Link>
                  <bdi className="small soft regular">{item.displayArtist ?? words.catalog.noArtist}</bdi>
                  <Matched item={item} />
                </span>
              </span>
            </th>
            <td data-label={columns.type}>{words.release.types[item.type]}</td>
            <td data-label={columns.status}>
              <StatusChip status={item.status} /> <Outlets item={item} /> <Unsent item={item} />
            </td>
            <td data-label={columns.date} className="figures">
              {item.releaseDate === null ? (
                <span className="soft">{words.catalog.noDate}</span>
              ) : (
                formatDate(item.releaseDate)
              )}
            </td>
            <td data-label={columns.tracks} className="figures end">
              {item.trackCount}
              {item.durationMs !== null && <span className="soft"> · {formatDuration(item.durationMs)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many outlets have it, if not all of them. */
function Outlets({ item: { status, deliverySummary } }: { readonly item: Item }) {
  const { live, total } = deliverySummary
  if (total === 0 || status === 'draft' || status === 'taken_down' || (status === 'live' && live === total)) return null
  return <span className="small soft figures">{words.release.liveAt(live, total)}</span>
}

/** Outlets have an earlier version. */
const Unsent = ({ item: { pendingRevision } }: { readonly item: Item }) =>
  pendingRevision !== null && <span className="small soft">{words.catalog.unsent}</span>

/** What the search found, unless the row shows it anyway. */
const Matched = ({ item: { matched, title, displayArtist } }: { readonly item: Item }) =>
  matched !== undefined &&
  matched !== null &&
  ((matched.in !== 'title' && matched.in !== 'artist') ||
    (matched.text !== title && matched.text !== displayArtist)) && (
    <bdi className="small soft regular">{words.catalog.matched(matched)}</bdi>
  )

const Pick = ({ item: { id, title }, selection }: { readonly item: Item; readonly selection: Selection }) => (
  <input
    type="checkbox"
    aria-label={words.catalog.select(title)}
    checked={selection.has(id)}
    onChange={() => selection.toggle(id)}
  />
)

export const CatalogCovers = ({ accountId, items, selection }: ItemsProps) => (
  <ul className="covers">
    {items.map((item) => (
      <li key={item.id} className="cover-card" data-selected={selection.has(item.id) || undefined}>
        <Cover id={item.id} title={item.title} size="large" picture={pictureOf(accountId, item)} />
        <span className="pick">
          <Pick item={item} selection={selection} />
        </span>
        <Link className="release-title" href={pathOf('release', { accountId, releaseId: item.id })}>
          <bdi>{item.title}</bdi>
        </Link>
        <bdi className="small soft">{item.displayArtist ?? words.catalog.noArtist}</bdi>
        <Matched item={item} />
        <StatusChip status={item.status} />
        <Unsent item={item} />
      </li>
    ))}
  </ul>
)
