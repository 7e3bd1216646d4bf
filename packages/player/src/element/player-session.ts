import { readTarget } from '../playback/loudness.ts'
import { endTurn, showTurn, takeTurn, updateTurn } from '../playback/media-turn.ts'
import { type Playback, playback } from '../playback/playback.ts'
import { reportPlays } from '../plays/report-plays.ts'
import { keepCurrent } from '../release/keep-current.ts'
import { type OfferedRelease, offeredRelease } from '../release/offered-release.ts'
import { fullTitleOf, type PlayerTrack } from '../release/release.ts'
import { element } from './create-nodes.ts'
import { fillIn, type PlayerLabels } from './labels.ts'
import { emitFrom } from './player-events.ts'
import { playerView } from './player-view.ts'

/** Everything behind one `<spindle-player>`. */
export interface PlayerSession {
  readonly playback: Playback
  readonly offered: OfferedRelease
  /** The element was put into a page. */
  open(): void
  /** The element was removed: it is silent, and what was heard is reported. */
  close(): void
  /** `src` is another address. */
  load(): void
  /** `normalize` changed. */
  applyLoudness(): void
  setLabels(labels: PlayerLabels): void
}

// long: one closure holds what release, playback, plays and view tell each other
export function playerSession(host: HTMLElement, shadow: ShadowRoot, initialLabels: PlayerLabels): PlayerSession {
  const emit = emitFrom(host)
  const audio = element('audio', { hidden: true })
  let labels = initialLabels
  let message = ''
  let wasPlaying = false
  let closing: AbortController | undefined

  const attribute = (name: string): string | undefined => host.getAttribute(name) || undefined
  // Before the playback, which chooses the next track at the end of one.
  const plays = reportPlays({
    audio,
    address: () => attribute('plays'),
    context: () => {
      const [source, model] = [attribute('source'), attribute('model')]
      return { ...(source && { source }), ...(model && { model }) }
    },
    onCounted: (play) => emit('playcounted', { play }),
  })

  const offered = offeredRelease({
    address: () => attribute('src'),
    onChange(release, endedTrackIds) {
      const chosen = own.state().track?.trackId ?? ''
      const wasHeard = wasPlaying
      message = release.tracks.length === 0 ? labels.takenDown : ''
      own.setTracks(release.tracks)
      if (wasHeard && message === '' && endedTrackIds.includes(chosen)) message = labels.trackTakenDown
      show()
      if (endedTrackIds.length > 0) emit('takedown', { trackIds: endedTrackIds })
      if (release.tracks.length > 0) emit('releasechange', { release })
    },
  })

  const own = playback({
    audio,
    renew: () => offered.load(),
    onChange: show,
    onBegin(track) {
      plays.begin(track)
      view.announce(fillIn(labels.playing, { title: fullTitleOf(track) }))
      emit('trackchange', { track })
      showTurn(own, offered.current())
    },
    onEnd(isOver) {
      plays.end()
      const release = offered.current()
      if (isOver && release) emit('releaseend', { release })
    },
    onError: (track, error) => failWith(fillIn(labels.trackFailed, { title: fullTitleOf(track) }), error, track),
  })
  /** For the page: with no tracks yet, Play loads them first. */
  const forPage: Playback = { ...own, play: (trackId) => void playWhenLoaded(trackId) }
  let view = playerView(forPage, labels)

  function show(): void {
    const state = own.state()
    if (state.isPlaying !== wasPlaying) {
      wasPlaying = state.isPlaying
      if (state.isPlaying) {
        message = ''
        takeTurn(own, offered.current())
      }
      emit('playbackchange', { isPlaying: state.isPlaying })
    }
    updateTurn(own)
    view.show({ release: offered.current(), playback: state, headingLevel: attribute('heading'), message })
  }

  function failWith(text: string, error: unknown, track?: PlayerTrack): void {
    message = text
    show()
    emit('playerror', { trackId: track?.trackId, error })
  }

  const current = keepCurrent({
    offered,
    address: () => attribute('src'),
    events: () => attribute('events'),
    onFailure(error) {
      if (own.state().tracks.length === 0) failWith(labels.loadFailed, error)
    },
  })

  async function playWhenLoaded(trackId?: string): Promise<void> {
    if (own.state().tracks.length === 0) await current.load()
    own.play(trackId)
  }

  function open(): void {
    if (closing) return
    closing = new AbortController()
    plays.open(closing.signal)
    current.open(closing.signal)
  }

  function close(): void {
    own.pause()
    plays.leave()
    closing?.abort()
    closing = undefined
    endTurn(own)
  }

  shadow.append(audio, view.root)
  show()
  return {
    ...{ playback: forPage, offered, open, close, load: () => void current.load() },
    applyLoudness: () => own.setTargetLufs(readTarget(host.getAttribute('normalize'))),
    setLabels(next) {
      labels = next
      const before = view.root
      view = playerView(forPage, labels)
      before.replaceWith(view.root)
      show()
    },
  }
}
