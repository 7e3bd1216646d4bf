import type { PropertyList } from '../../../data/api/operator-api.ts'
import { useProperties, useRefusals } from '../../../data/queries/operator-queries.ts'
import { EmptyState } from '../../../parts/layout/empty-state.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { PagedList } from '../../../parts/lists/paged-list.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo } from '../../../words/words.ts'

const texts = operatorWords.properties
type Property = PropertyList['data'][number]

/** The sites and apps that play the music, and when each was last in contact. */
export function PropertiesPage() {
  const properties = useProperties()
  return (
    <Page title={texts.title}>
      <p className="soft">{texts.lead}</p>
      <RefusedTokens />
      <PagedList list={properties} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
        {(all) => <PropertyTable properties={all} />}
      </PagedList>
    </Page>
  )
}

function RefusedTokens() {
  const { data, error, refetch } = useRefusals()
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.count === 0 || data.lastAt === null) return <p className="small soft">✓ {texts.noneRefused}</p>
  return (
    <Notice tone="warn">
      <p>{texts.refused(data.count, formatAgo(data.lastAt))}</p>
    </Notice>
  )
}

function PropertyTable({ properties }: { readonly properties: readonly Property[] }) {
  const { columns } = texts
  const when = (instant: string | null): string => (instant === null ? operatorWords.never : formatAgo(instant))
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.property}</th>
          <th scope="col">{columns.verified}</th>
          <th scope="col">{columns.feed}</th>
          <th scope="col">{columns.plays}</th>
        </tr>
      </thead>
      <tbody>
        {properties.map(({ id, verifiedAt, feedReadAt, feedBehind, playsAt }) => (
          <tr key={id}>
            <th scope="row" className="mono">
              {id}
            </th>
            <td data-label={columns.verified}>
              <span className={`chip ${verifiedAt === null ? 'idle' : 'good'}`}>
                <span aria-hidden="true">{verifiedAt === null ? '○' : '●'}</span> {when(verifiedAt)}
              </span>
            </td>
            <td data-label={columns.feed}>
              {feedReadAt === null
                ? texts.unread
                : feedBehind === 0
                  ? texts.newest(when(feedReadAt))
                  : texts.behind(feedBehind, when(feedReadAt))}
            </td>
            <td data-label={columns.plays}>{when(playsAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
