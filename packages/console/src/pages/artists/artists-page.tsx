import type { ListedParty } from '@spindle/client'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useParties } from '../../data/queries/party-queries.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { SearchedList, useSearch } from '../../parts/lists/searched-list.tsx'
import { pathOf } from '../../routes.ts'
import { optionOf } from '../../words/account/member-words.ts'
import { artistWords as texts } from '../../words/catalog/artist-words.ts'
import { formatNumber, words } from '../../words/words.ts'
import { NamesPanel } from './names-panel.tsx'
import { useRoleNames } from './use-role-names.ts'

/** The artists, writers and companies of an account, newest first. The search is in the address. */
export function ArtistsPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const [search, setSearch] = useSearch()
  const parties = useParties(accountId, search)
  const make = role !== 'viewer' && (
    <ButtonLink look="primary" to={pathOf('newArtist', { accountId })}>
      {texts.make}
    </ButtonLink>
  )
  return (
    <Page title={words.nav.artists} actions={make}>
      <p className="soft">{texts.lead}</p>
      <NamesPanel membership={membership} />
      <SearchedList words={texts} search={search} onSearch={setSearch} list={parties}>
        {(items) => <ArtistTable accountId={accountId} items={items} />}
      </SearchedList>
    </Page>
  )
}

interface ArtistTableProps {
  readonly accountId: string
  readonly items: readonly ListedParty[]
}

function ArtistTable({ accountId, items }: ArtistTableProps) {
  const { columns } = texts
  const nameRoles = useRoleNames(accountId)
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.identifiers}</th>
          <th scope="col">{columns.roles}</th>
          <th scope="col" className="end">
            {columns.releases}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((party) => (
          <tr key={party.id}>
            <th scope="row">
              <span className="release-text">
                <Link className="release-title" href={pathOf('artist', { accountId, partyId: party.id })}>
                  <bdi>{party.name}</bdi>
                </Link>
                {party.legalName !== null && <bdi className="small soft regular">{party.legalName}</bdi>}
              </span>
            </th>
            <td data-label={columns.identifiers}>
              <Identifiers party={party} />
            </td>
            <td data-label={columns.roles}>
              {nameRoles(party.defaultRoles) || <span className="small soft">{texts.none}</span>}
            </td>
            <td data-label={columns.releases} className="figures end">
              <ReleaseCount accountId={accountId} party={party} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The page of the artist lists them. */
const ReleaseCount = ({ accountId, party }: { readonly accountId: string; readonly party: ListedParty }) =>
  party.releaseCount === 0 ? (
    formatNumber(0)
  ) : (
    <Link
      href={pathOf('artist', { accountId, partyId: party.id })}
      aria-label={texts.releasesOf(party.releaseCount, party.name)}
    >
      {formatNumber(party.releaseCount)}
    </Link>
  )

const identifiers = ['isni', 'ipi', 'spotify', 'apple'] as const

function Identifiers({ party }: { readonly party: ListedParty }) {
  const known = identifiers.filter((name) => party[name] !== null)
  const { newAt } = party
  if (known.length === 0 && newAt.length === 0) return <span className="small soft">{texts.none}</span>
  return (
    <span className="release-text">
      {known.map((name) => (
        <span key={name} className="small">
          {texts.fields[name]} <bdi className="mono">{party[name]}</bdi>
        </span>
      ))}
      {newAt.length > 0 && <span className="small soft">{texts.newAt(newAt.map(optionOf).join(', '))}</span>}
    </span>
  )
}
