import { coverAddressOf, fullTitleOf, type PlayerRelease } from '../release/release.ts'
import type { Playback } from './playback.ts'

/** Keys of keyboards and headsets, and what the system shows about the music (Media Session). */

const coverSizes = [256, 640] as const

/** Several players of a page share one session: the one that plays has it. */
export function showInMediaSession(release: PlayerRelease, playback: Playback): void {
  const session = navigator.mediaSession
  const { track } = playback.state()
  if (!session || !track || typeof MediaMetadata === 'undefined') return
  session.metadata = new MediaMetadata({
    title: fullTitleOf(track),
    artist: track.displayArtist ?? release.displayArtist ?? '',
    album: fullTitleOf(release),
    artwork: coverSizes.flatMap((size) => {
      const src = coverAddressOf(release, size)
      return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/webp' }]
    }),
  })
  const jump = (seconds: number) => playback.seek(playback.state().positionSeconds + seconds)
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => playback.play(),
    pause: () => playback.pause(),
    previoustrack: () => playback.previous(),
    nexttrack: () => playback.next(),
    seekbackward: ({ seekOffset }) => jump(-(seekOffset ?? 10)),
    seekforward: ({ seekOffset }) => jump(seekOffset ?? 10),
    seekto: ({ seekTime }) => playback.seek(seekTime ?? 0),
  }
  for (const [action, handler] of Object.entries(actions)) trySetHandler(session, action as MediaSessionAction, handler)
}

/** For players that are removed. */
export function clearMediaSession(): void {
  if (!navigator.mediaSession) return
  navigator.mediaSession.metadata = null
  navigator.mediaSession.playbackState = 'none'
}

/** What changes while a track plays. */
export function updateMediaSession({ state }: Playback): void {
  const session = navigator.mediaSession
  const { isPlaying, positionSeconds, durationSeconds } = state()
  if (!session) return
  session.playbackState = isPlaying ? 'playing' : 'paused'
  if (durationSeconds > 0)
    session.setPositionState?.({ duration: durationSeconds, position: Math.min(positionSeconds, durationSeconds) })
}

function trySetHandler(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler): void {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // A browser refuses actions that it does not know.
  }
}
