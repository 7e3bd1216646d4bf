import type { Recording, RecordingTrack } from '@spindle/client'
import { Link } from 'wouter'
import { useRecording, useRecordingStreams } from '../../data/queries/recording-queries.ts'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { StatusChip } from '../../parts/status-chip.tsx'
import { pathOf } from '../../routes.ts'
import { writeValue } from '../../words/account/member-words.ts'
import { recordingWords } from '../../words/catalog/recording-words.ts'
import { formatDate, formatDuration, formatNumber, words } from '../../words/words.ts'
import { nameOf } from './name-of.ts'

export interface RecordingPageProps {
  readonly accountId: string
  readonly isrc: string
}

/** One recording: its ISRC, its credits, its streams, and every release it is on. */
export function RecordingPage({ accountId, isrc }: RecordingPageProps) {
  const recording = useRecording(accountId, isrc)
  const back = (
    <p className="small">
      <Link href={pathOf('recordings', { accountId })}>{recordingWords.back}</Link>
    </p>
  )
  if (recording.data === undefined)
    return (
      <Page title={words.recordings}>
        {back}
        {recording.error ? (
          <FailureNotice error={recording.error} onRetry={() => void recording.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Page>
    )
  return (
    <Page title={nameOf(recording.data)}>
      {back}
      <p className="soft">
        <bdi>{recording.data.displayArtist ?? words.catalog.noArtist}</bdi>
      </p>
      <Facts accountId={accountId} recording={recording.data} />
      <Credits recording={recording.data} />
      <Releases accountId={accountId} recording={recording.data} />
    </Page>
  )
}

interface PartProps {
  readonly accountId: string
  readonly recording: Recording
}

function Facts({ accountId, recording: { isrc, durationMs, trackCount } }: PartProps) {
  const { facts, unknown } = recordingWords
  const streams = useRecordingStreams(accountId, isrc).data?.totals.streams
  return (
    <FactList
      className="facts"
      facts={[
        [facts.isrc, isrc],
        [facts.length, durationMs === null ? unknown : formatDuration(durationMs)],
        [facts.tracks, formatNumber(trackCount)],
        ...(streams === undefined ? [] : [[facts.streams, formatNumber(streams)] as const]),
      ]}
    />
  )
}

const Credits = ({ recording: { contributors } }: Pick<PartProps, 'recording'>) => (
  <section className="card stack" aria-labelledby="credits-title">
    <h2 id="credits-title">{recordingWords.credits}</h2>
    <p>{contributors.length === 0 ? recordingWords.noCredits : writeValue('contributors', contributors)}</p>
  </section>
)

const Releases = ({ accountId, recording: { tracks, trackCount } }: PartProps) => (
  <section className="card stack" aria-labelledby="releases-title">
    <h2 id="releases-title">{recordingWords.releases}</h2>
    {tracks.length === 0 ? (
      <p className="soft">{recordingWords.noReleases}</p>
    ) : (
      <ReleaseTable accountId={accountId} tracks={tracks} />
    )}
    {trackCount > tracks.length && <p className="soft">{recordingWords.hidden(trackCount - tracks.length)}</p>}
  </section>
)

interface ReleaseTableProps {
  readonly accountId: string
  readonly tracks: readonly RecordingTrack[]
}

function ReleaseTable({ accountId, tracks }: ReleaseTableProps) {
  const { releaseColumns: columns } = recordingWords
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.release}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col">{columns.isrc}</th>
        </tr>
      </thead>
      <tbody>
        {tracks.map((track) => (
          <tr key={track.trackId}>
            <th scope="row">
              <span className="release-text">
                <Link className="release-title" href={pathOf('release', { accountId, releaseId: track.releaseId })}>
                  <bdi>{track.releaseTitle}</bdi>
                </Link>
                <bdi className="small soft regular">{track.title}</bdi>
              </span>
            </th>
            <td data-label={columns.status}>
              <StatusChip status={track.status} />
            </td>
            <td data-label={columns.date}>{track.releaseDate === null ? '' : formatDate(track.releaseDate)}</td>
            <td data-label={columns.isrc}>
              {track.isrc === null ? recordingWords.noIsrc : <span className="mono">{track.isrc}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
