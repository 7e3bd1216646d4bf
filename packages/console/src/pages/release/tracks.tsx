import type { Release, Track, Upload } from '@spindle/client'
import { audioAddress } from '../../data/addresses.ts'
import { useUpload } from '../../data/queries.ts'
import { PlayableWaveform } from '../../parts/player/playable-waveform.tsx'
import type { Playable } from '../../parts/player/player.ts'
import { formatDuration, words } from '../../words/words.ts'

export interface TracksProps {
  readonly accountId: string
  readonly release: Release
}

/** The recordings in order, with what the hub measured. */
export const Tracks = ({ accountId, release }: TracksProps) => (
  <section className="card stack tight" aria-labelledby="tracks-title">
    <h2 id="tracks-title">{words.release.trackList.title}</h2>
    <ol className="rows">
      {release.tracks.map((track) => (
        <TrackRow key={track.id} accountId={accountId} track={track} artist={release.displayArtist} />
      ))}
    </ol>
  </section>
)

interface TrackRowProps {
  readonly accountId: string
  readonly track: Track
  /** Of the release: what is the same needs no second line. */
  readonly artist: string | undefined
}

function TrackRow({ accountId, track, artist }: TrackRowProps) {
  const upload = useUpload(accountId, track.uploadId)
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
      <Sound
        upload={upload.data}
        playable={{
          id: track.uploadId,
          source: audioAddress(accountId, track.uploadId),
          title: track.title,
          artist: track.displayArtist ?? artist,
          durationMs: track.durationMs,
        }}
      />
      <span className="track-length figures">{track.durationMs === null ? '–' : formatDuration(track.durationMs)}</span>
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
