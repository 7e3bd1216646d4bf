import type { Playback, PlaybackState } from '../playback/playback.ts'
import { fullTitleOf, type PlayerRelease, type PlayerTrack } from '../release/release.ts'
import { element } from './create-nodes.ts'
import { formatTime, type PlayerLabels } from './labels.ts'

/** The tracks, each a button that plays it. */
export function trackList(playback: Playback, labels: PlayerLabels) {
  const root = element('ol', { part: 'tracks', role: 'list', 'aria-label': labels.tracks })
  let listed: readonly PlayerTrack[] = []
  let rows: HTMLButtonElement[] = []

  function build(release: PlayerRelease | undefined, tracks: readonly PlayerTrack[]): void {
    const focused = rows.findIndex((row) => row.matches(':focus'))
    listed = tracks
    rows = tracks.map((track, index) => row(track, index, release))
    root.replaceChildren(...rows.map((one) => element('li', {}, one)))
    root.hidden = rows.length === 0
    if (focused >= 0) rows[Math.min(focused, rows.length - 1)]?.focus()
  }

  function row(track: PlayerTrack, index: number, release: PlayerRelease | undefined): HTMLButtonElement {
    const { displayArtist, durationMs, trackId } = track
    const isOther = displayArtist && displayArtist !== release?.displayArtist
    // Read as `Play Slow Tide 3:20`, with the words that are seen in it.
    const [before = '', after = ''] = labels.playTrack.split('{title}')
    const title = element('span', { class: 'track-title', dir: 'auto' }, fullTitleOf(track))
    const names = element('span', { class: 'names' }, unseen(before), title, unseen(after))
    if (isOther) names.append(element('span', { class: 'by', dir: 'auto' }, displayArtist))
    const node = element(
      'button',
      { type: 'button', part: 'track' },
      element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)),
      names,
      element('span', { class: 'duration' }, durationMs ? formatTime(durationMs / 1_000) : ''),
    )
    node.addEventListener('click', () => {
      const { track: current, isPlaying } = playback.state()
      if (current?.trackId === trackId && isPlaying) playback.pause()
      else if (current?.trackId === trackId) playback.play()
      else playback.play(trackId)
    })
    return node
  }

  return {
    root,
    show(release: PlayerRelease | undefined, { tracks, track, isPlaying, positionSeconds }: PlaybackState): void {
      if (tracks !== listed) build(release, tracks)
      for (const [index, one] of tracks.entries()) {
        const isCurrent = one.trackId === track?.trackId && (isPlaying || positionSeconds > 0)
        const node = rows[index]
        if (!node || node.hasAttribute('aria-current') === isCurrent) continue
        node.toggleAttribute('aria-current', isCurrent)
        if (isCurrent) node.setAttribute('aria-current', 'true')
        node.setAttribute('part', isCurrent ? 'track current' : 'track')
        node.firstElementChild?.replaceChildren(isCurrent ? bars() : String(index + 1))
      }
    },
  }
}

/** For screen readers. */
const unseen = (text: string): HTMLElement => element('span', { class: 'unseen' }, text)

/** A sign of sound, which moves while it plays. */
const bars = (): HTMLElement => element('span', { class: 'bars' }, element('i'), element('i'), element('i'))
