import type { Label } from '@spindle/client'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useLabels } from '../../data/queries/label-queries.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { SearchedList, useSearch } from '../../parts/lists/searched-list.tsx'
import { pathOf } from '../../routes.ts'
import { labelOf } from '../../words/account/member-words.ts'
import { labelWords as texts } from '../../words/catalog/label-words.ts'
import { formatAgo, formatInstant, words } from '../../words/words.ts'

/** The labels of an account, newest first. The search is in the address. */
export function LabelsPage({ membership: { accountId, role } }: { readonly membership: Membership }) {
  const [search, setSearch] = useSearch()
  const labels = useLabels(accountId, search)
  const make = role !== 'viewer' && (
    <ButtonLink look="primary" to={pathOf('newLabel', { accountId })}>
      {texts.make}
    </ButtonLink>
  )
  return (
    <Page title={words.nav.labels} actions={make}>
      <p className="soft">{texts.lead}</p>
      <SearchedList words={texts} search={search} onSearch={setSearch} list={labels}>
        {(items) => <LabelTable accountId={accountId} items={items} />}
      </SearchedList>
    </Page>
  )
}

interface LabelTableProps {
  readonly accountId: string
  readonly items: readonly Label[]
}

function LabelTable({ accountId, items }: LabelTableProps) {
  const { columns } = texts
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.defaults}</th>
          <th scope="col">{columns.changed}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((label) => (
          <tr key={label.id}>
            <th scope="row">
              <Link className="release-title" href={pathOf('label', { accountId, labelId: label.id })}>
                <bdi>{label.name}</bdi>
              </Link>
            </th>
            <td data-label={columns.defaults}>
              <DefaultsCell defaults={label.defaults} />
            </td>
            <td data-label={columns.changed}>
              <time dateTime={label.updatedAt} title={formatInstant(label.updatedAt)}>
                {formatAgo(label.updatedAt)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shownMembers = 5

const namesOf = (members: object): string => {
  const names = Object.keys(members).map(labelOf)
  const rest = names.length - shownMembers
  return [...names.slice(0, shownMembers), ...(rest > 0 ? [texts.more(rest)] : [])].join(', ')
}

function DefaultsCell({ defaults: { trackDefaults = {}, ...ofRelease } }: Pick<Label, 'defaults'>) {
  const [release, tracks] = [namesOf(ofRelease), namesOf(trackDefaults)]
  if (release === '' && tracks === '') return <span className="small soft">{texts.none}</span>
  return (
    <span className="release-text">
      {release !== '' && <span>{release}</span>}
      {tracks !== '' && <span className="small soft">{texts.ofTracks(tracks)}</span>}
    </span>
  )
}
