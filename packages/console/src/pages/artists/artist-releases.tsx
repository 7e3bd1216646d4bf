import type { PartyRelease } from '@spindle/client'
import { Link } from 'wouter'
import { usePartyReleases } from '../../data/queries/party-queries.ts'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { StatusChip } from '../../parts/status-chip.tsx'
import { pathOf } from '../../routes.ts'
import { artistWords as texts } from '../../words/catalog/artist-words.ts'
import { formatDate, formatNumber } from '../../words/words.ts'
import { useRoleNames } from './use-role-names.ts'

export interface ArtistReleasesProps {
  readonly accountId: string
  readonly partyId: string
}

/** Every release that names the artist, newest first. */
export function ArtistReleases({ accountId, partyId }: ArtistReleasesProps) {
  const releases = usePartyReleases(accountId, partyId)
  return (
    <section className="card stack" aria-labelledby="appears-title">
      <h2 id="appears-title">{texts.appearsOn}</h2>
      <PagedList list={releases} empty={<p className="soft">{texts.noReleases}</p>}>
        {(items) => <ReleaseTable accountId={accountId} items={items} />}
      </PagedList>
    </section>
  )
}

interface ReleaseTableProps {
  readonly accountId: string
  readonly items: readonly PartyRelease[]
}

function ReleaseTable({ accountId, items }: ReleaseTableProps) {
  const { releaseColumns: columns } = texts
  const nameRoles = useRoleNames(accountId)
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.release}</th>
          <th scope="col">{columns.roles}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col" className="end">
            {columns.tracks}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((release) => (
          <tr key={release.releaseId}>
            <th scope="row">
              <Link className="release-title" href={pathOf('release', { accountId, releaseId: release.releaseId })}>
                <bdi>{release.title}</bdi>
              </Link>
            </th>
            <td data-label={columns.roles}>{nameRoles(rolesOf(release))}</td>
            <td data-label={columns.status}>
              <StatusChip status={release.status} />
            </td>
            <td data-label={columns.date}>{release.releaseDate === null ? '' : formatDate(release.releaseDate)}</td>
            <td data-label={columns.tracks} className="figures end">
              {formatNumber(release.tracks.length)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of the release and of its tracks, each once. */
const rolesOf = ({ roles, tracks }: PartyRelease): readonly string[] => [
  ...new Set([...roles, ...tracks.flatMap((track) => track.roles)]),
]
