import type { Playback, PlaybackState } from '../playback/playback.ts'
import { coverAddressOf, fullTitleOf, type PlayerRelease } from '../release/release.ts'
import { element, icon } from './create-nodes.ts'
import { icons } from './icons.ts'
import { fillIn, formatTime, type PlayerLabels } from './labels.ts'
import { trackList } from './track-list.ts'

/** What the player shows, beside the state of the playback. */
export interface Shown {
  readonly release: PlayerRelease | undefined
  readonly playback: PlaybackState
  /** The title is a heading of this level; undefined if it is not a heading. */
  readonly headingLevel: string | undefined
  /** Why nothing plays; empty if all is well. */
  readonly message: string
}

/** The nodes of a player. */
export interface PlayerView {
  readonly root: HTMLElement
  show(shown: Shown): void
  /** Tells screen readers, without a change on the screen. */
  announce(text: string): void
}

const keyStepSeconds = 5
const volumeSteps = 100

/** Some browsers leave the volume to the keys of the device. */
const canSetVolume = (): boolean => {
  const probe = document.createElement('audio')
  probe.volume = 0.5
  return probe.volume === 0.5
}

/** Makes the nodes; `show` fills them in. */
export function playerView(playback: Playback, labels: PlayerLabels): PlayerView {
  const cover = element('img', { part: 'cover', class: 'cover', hidden: true })
  const title = element('p', { part: 'title', class: 'title', dir: 'auto' })
  const artist = element('p', { part: 'artist', class: 'artist', dir: 'auto' })
  const message = element('p', { part: 'message', class: 'message', role: 'status' })
  const status = element('p', { class: 'unseen', role: 'status' })
  const controls = controlBar(playback, labels)
  const list = trackList(playback, labels)
  const names = element('div', { class: 'names' }, title, artist)
  const head = element('div', { class: 'head' }, cover, names, controls.root)
  const root = element('section', { part: 'player' }, head, message, list.root, status)

  return {
    root,
    show({ release, playback: state, headingLevel, message: text }) {
      const hasTracks = state.tracks.length > 0
      setText(title, release ? fullTitleOf(release) : '')
      if (headingLevel) title.setAttribute('aria-level', headingLevel)
      if (headingLevel) title.setAttribute('role', 'heading')
      setText(artist, release?.displayArtist ?? '')
      setText(message, text)
      root.setAttribute('aria-label', fillIn(labels.player, { title: title.textContent ?? '' }))
      root.classList.toggle('is-playing', state.isPlaying)
      root.classList.toggle('is-waiting', state.isWaiting)
      showCover(cover, labels, hasTracks ? release : undefined)
      head.classList.toggle('plain', Boolean(cover.hidden))
      // Without an answer yet, Play asks for one.
      controls.show(state, hasTracks || release === undefined)
      list.show(release, state)
    },
    announce: (text) => setText(status, text),
  }
}

function controlBar(playback: Playback, labels: PlayerLabels) {
  const previous = button('previous', labels.previous, icons.previous, playback.previous)
  const play = button('play', labels.play, icons.play, () =>
    playback.state().isPlaying ? playback.pause() : playback.play(),
  )
  const next = button('next', labels.next, icons.next, playback.next)
  const now = element('p', { part: 'now', class: 'now', dir: 'auto' })
  const volume = volumeControl(playback, labels)
  const seek = seekControl(playback, labels)
  const buttons = element('div', { part: 'controls', class: 'buttons' }, previous, play, next, now, volume.root)
  const root = element('div', { class: 'bar' }, buttons, seek.root)

  return {
    root,
    show(state: PlaybackState, isVisible: boolean): void {
      const { tracks, track, isPlaying } = state
      root.hidden = !isVisible
      previous.disabled = track === undefined
      next.disabled = track === undefined || tracks.at(-1)?.trackId === track.trackId
      setSign(play, isPlaying ? labels.pause : labels.play, isPlaying ? icons.pause : icons.play)
      setText(now, track ? fullTitleOf(track) : '')
      volume.show(state)
      seek.show(state)
    },
  }
}

function seekControl(playback: Playback, labels: PlayerLabels) {
  const passed = element('span', { part: 'time', class: 'time' })
  const slider = range('position', labels.position)
  const length = element('span', { part: 'time', class: 'time' })
  let isDragged = false

  slider.addEventListener('input', () => {
    isDragged = true
    setText(passed, formatTime(Number(slider.value)))
    fill(slider)
  })
  slider.addEventListener('change', () => {
    isDragged = false
    playback.seek(Number(slider.value))
  })
  slider.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const { positionSeconds, durationSeconds } = playback.state()
    playback.seek(Math.min(durationSeconds, positionSeconds + direction * keyStepSeconds))
  })

  return {
    root: element('div', { class: 'seek' }, passed, slider, length),
    show({ positionSeconds, durationSeconds }: PlaybackState): void {
      const [position, duration] = [formatTime(positionSeconds), formatTime(durationSeconds)]
      slider.disabled = durationSeconds === 0
      slider.max = String(Math.floor(durationSeconds) || 1)
      setText(length, duration)
      if (isDragged) return
      slider.value = String(Math.floor(positionSeconds))
      slider.setAttribute('aria-valuetext', fillIn(labels.positionText, { position, duration }))
      setText(passed, position)
      fill(slider)
    },
  }
}

function volumeControl(playback: Playback, labels: PlayerLabels) {
  const mute = button('mute', labels.mute, icons.loud, () => playback.setMuted(!playback.state().isMuted))
  const slider = range('volume', labels.volume)
  slider.max = String(volumeSteps)
  slider.addEventListener('input', () => playback.setVolume(Number(slider.value) / volumeSteps))
  const canSet = canSetVolume()

  return {
    root: element('div', { class: 'sound' }, mute, ...(canSet ? [slider] : [])),
    show({ volume, isMuted }: PlaybackState): void {
      setSign(mute, isMuted ? labels.unmute : labels.mute, isMuted ? icons.muted : icons.loud)
      slider.value = String(Math.round(isMuted ? 0 : volume * volumeSteps))
      fill(slider)
    },
  }
}

function button(name: string, label: string, path: string, act: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button', part: name, class: name })
  setSign(node, label, path)
  node.addEventListener('click', act)
  return node
}

/** Changes the node only if the sign is another one: a click must find the node where it began. */
function setSign(node: HTMLButtonElement, label: string, path: string): void {
  if (node.getAttribute('aria-label') === label && node.firstChild) return
  node.setAttribute('aria-label', label)
  node.title = label
  node.replaceChildren(icon(path))
}

const range = (name: string, label: string): HTMLInputElement =>
  element('input', { type: 'range', part: name, class: name, min: '0', max: '1', value: '0', 'aria-label': label })

const fill = (slider: HTMLInputElement): void =>
  slider.style.setProperty('--_filled', `${(100 * Number(slider.value)) / Number(slider.max)}%`)

/** Live regions announce each change, so nothing is written that is there already. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

function showCover(cover: HTMLImageElement, labels: PlayerLabels, release: PlayerRelease | undefined): void {
  const address = release && coverAddressOf(release, 640)
  cover.hidden = address === undefined
  if (release === undefined || address === undefined) return
  cover.alt = fillIn(labels.cover, { title: fullTitleOf(release) })
  // A new address is for the same picture, unless the old one was not loaded.
  if (cover.dataset.release === release.id && cover.complete && cover.naturalWidth > 0) return
  cover.dataset.release = release.id
  cover.src = address
}
