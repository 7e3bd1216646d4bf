import type { Release, Track, Upload } from '@spindle/client'
import { type ReactNode, useState } from 'react'
import { audioAddress } from '../../data/addresses.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { useUploads } from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { lazyPage } from '../../parts/layout/lazy-page.tsx'
import { PlayableWaveform } from '../../parts/player/playable-waveform.tsx'
import type { Playable } from '../../parts/player/player.ts'
import { parsePlace } from '../../words/account/member-words.ts'
import { formatDuration, words } from '../../words/words.ts'
import { notesOf, ReviewNote } from './review-note.tsx'

/** It needs the form of a release, which is large. */
const ReplaceAudioDialog = lazyPage(
  () => import('./replace-audio-dialog.tsx').then((dialog) => dialog.ReplaceAudioDialog),
  { rows: 1 },
)

/** Whether outlets have it and none has reported it live. The hub also compares the dates, and decides. */
const canReplaceAudio = ({ status, liveAt }: Release): boolean =>
  liveAt === null && (status === 'delivering' || status === 'scheduled' || status === 'delivery_failed')

export interface TracksProps {
  readonly membership: Membership
  readonly release: Release
}

/** The recordings in order, with the hub's measurements and the review's notes about each. */
export function Tracks({ membership, release }: TracksProps) {
  const { accountId, role } = membership
  const [replaced, setReplaced] = useState<Track>()
  const mayReplace = role !== 'viewer' && canReplaceAudio(release)
  const uploads = useUploads(
    accountId,
    release.tracks.flatMap(({ uploadId }) => uploadId ?? []),
  )
  return (
    <section className="card stack tight" aria-labelledby="tracks-title">
      <h2 id="tracks-title">{words.release.trackList.title}</h2>
      <ol className="rows">
        {release.tracks.map((track, index) => (
          <TrackRow
            key={track.id}
            accountId={accountId}
            track={track}
            upload={uploads.data?.get(track.uploadId ?? '')}
            artist={release.displayArtist}
          >
            {mayReplace && (
              <p className="track-note">
                <Button
                  look="quiet"
                  aria-label={words.release.replaceAudio.titleOf(track.title)}
                  onClick={() => setReplaced(track)}
                >
                  {words.release.replaceAudio.title}
                </Button>
              </p>
            )}
            {notesOf(release)
              .filter(({ pointer }) => parsePlace(pointer).track === index + 1)
              .map((issue) => (
                <div key={`${issue.pointer} ${issue.note}`} className="track-note asked">
                  <ReviewNote membership={membership} release={release} issue={issue} />
                </div>
              ))}
          </TrackRow>
        ))}
      </ol>
      {replaced && (
        <ReplaceAudioDialog
          accountId={accountId}
          release={release}
          track={replaced}
          onClose={() => setReplaced(undefined)}
        />
      )}
    </section>
  )
}

interface TrackRowProps {
  readonly accountId: string
  readonly track: Track
  /** Undefined until the hub has answered. */
  readonly upload: Upload | undefined
  /** Of the release: what is the same needs no second line. */
  readonly artist: string | undefined
  readonly children: ReactNode
}

function TrackRow({ accountId, track, upload, artist, children }: TrackRowProps) {
  const { trackList } = words.release
  return (
    <li className="track">
      <span className="track-number figures soft">{track.number}</span>
      <span className="release-text">
        <bdi className="release-title">
          {track.title}
          {track.version !== undefined && <span className="regular soft"> ({track.version})</span>}
        </bdi>
        <span className="small soft">
          {track.displayArtist !== undefined && track.displayArtist !== artist && (
            <>
              <bdi>{track.displayArtist}</bdi> ·{' '}
            </>
          )}
          {track.isrc === undefined ? trackList.isrcLater : trackList.isrc(track.isrc)}
        </span>
      </span>
      {track.uploadId === undefined ? (
        <span className="track-sound small soft">{trackList.noAudio}</span>
      ) : (
        <Sound
          upload={upload}
          playable={{
            id: track.uploadId,
            source: audioAddress(accountId, track.uploadId),
            title: track.title,
            artist: track.displayArtist ?? artist,
            durationMs: track.durationMs,
          }}
        />
      )}
      <span className="track-length figures">{track.durationMs === null ? '–' : formatDuration(track.durationMs)}</span>
      {children}
    </li>
  )
}

function Sound({ upload, playable }: { readonly upload: Upload | undefined; readonly playable: Playable }) {
  const { trackList } = words.release
  if (!upload) return <span className="track-sound" />
  const { technical } = upload
  if (technical?.kind !== 'audio') return <span className="track-sound small soft">{trackList.analysing}</span>
  const { peaks, integratedLufs, truePeakDbtp, container, bitDepth, sampleRate } = technical
  return (
    <span className="track-sound">
      <PlayableWaveform playable={playable} peaks={peaks} />
      <span className="small soft figures">
        {trackList.format(container, bitDepth, sampleRate / 1000)}
        {integratedLufs !== null && truePeakDbtp !== null && ` · ${trackList.loudness(integratedLufs, truePeakDbtp)}`}
      </span>
    </span>
  )
}
