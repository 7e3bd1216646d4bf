import type { Recording } from '@spindle/client'
import { Link } from 'wouter'
import { useRecordings } from '../../data/queries/recording-queries.ts'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { useSearch } from '../../parts/lists/searched-list.tsx'
import { pathOf } from '../../routes.ts'
import { recordingWords } from '../../words/catalog/recording-words.ts'
import { formatDuration, formatNumber, words } from '../../words/words.ts'
import { nameOf } from './name-of.ts'

/** The recordings of an account in the order of their ISRCs. The search is in the address. */
export function RecordingsPage({ accountId }: { readonly accountId: string }) {
  const [search, setSearch] = useSearch()
  const recordings = useRecordings(accountId, search)
  const items = recordings.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page title={words.recordings}>
      <p className="soft">{recordingWords.lead}</p>
      <search className="toolbar">
        <SearchField
          label={recordingWords.search}
          placeholder={recordingWords.searchHint}
          value={search}
          onChange={setSearch}
        />
      </search>
      {recordings.error ? (
        <FailureNotice error={recordings.error} onRetry={() => void recordings.refetch()} />
      ) : recordings.data === undefined ? (
        <Skeleton rows={8} />
      ) : items.length === 0 ? (
        <NothingThere isSearched={search !== ''} />
      ) : (
        <RecordingTable accountId={accountId} items={items} />
      )}
      {recordings.hasNextPage && (
        <p className="more">
          <Button isBusy={recordings.isFetchingNextPage} onClick={() => void recordings.fetchNextPage()}>
            {recordingWords.more}
          </Button>
        </p>
      )}
    </Page>
  )
}

const NothingThere = ({ isSearched }: { readonly isSearched: boolean }) =>
  isSearched ? (
    <EmptyState title={recordingWords.nothingTitle} text={recordingWords.nothing} />
  ) : (
    <EmptyState title={recordingWords.emptyTitle} text={recordingWords.empty} />
  )

interface RecordingTableProps {
  readonly accountId: string
  readonly items: readonly Recording[]
}

function RecordingTable({ accountId, items }: RecordingTableProps) {
  const { columns } = recordingWords
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.title}</th>
          <th scope="col">{columns.isrc}</th>
          <th scope="col" className="end">
            {columns.length}
          </th>
          <th scope="col" className="end">
            {columns.tracks}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((recording) => (
          <tr key={recording.isrc}>
            <th scope="row">
              <span className="release-text">
                <Link className="release-title" href={pathOf('recording', { accountId, isrc: recording.isrc })}>
                  <bdi>{nameOf(recording)}</bdi>
                </Link>
                <bdi className="small soft regular">{recording.displayArtist ?? words.catalog.noArtist}</bdi>
              </span>
            </th>
            <td data-label={columns.isrc}>
              <span className="mono">{recording.isrc}</span>
            </td>
            <td data-label={columns.length} className="figures end">
              {recording.durationMs === null ? recordingWords.unknown : formatDuration(recording.durationMs)}
            </td>
            <td data-label={columns.tracks} className="figures end">
              {formatNumber(recording.trackCount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
