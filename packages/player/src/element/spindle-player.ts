import { type PlayerRelease, type PlayerTrack, parseRelease } from '../release/release.ts'
import { englishLabels, type PlayerLabels } from './labels.ts'
import { type PlayerSession, playerSession } from './player-session.ts'
import { styles } from './styles.ts'

/** On servers that render pages there are no elements: the module can be imported there and does nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** Properties that a page may set before the element is defined. */
const settable = ['release', 'labels', 'volume'] as const

let sheet: CSSStyleSheet | undefined

/** Constructed styles need no permission of a Content-Security-Policy. */
function sharedSheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  return sheet
}

/**
 * `<spindle-player src="/releases/rel_..." plays="/plays" events="/events">`: plays the tracks of a release. Attributes:
 * `src`, `plays`, `events`, `normalize`, `source`, `model`, `heading`.
 */
export class SpindlePlayer extends Base {
  static readonly observedAttributes = ['src', 'events', 'normalize']
  #session: PlayerSession | undefined
  #labels = englishLabels

  get #opened(): PlayerSession {
    this.#session ??= this.#start()
    return this.#session
  }

  #start(): PlayerSession {
    const shadow = this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [sharedSheet()]
    return playerSession(this, shadow, this.#labels)
  }

  connectedCallback(): void {
    for (const name of settable) {
      const early: unknown = Object.getOwnPropertyDescriptor(this, name)?.value
      if (early === undefined) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, early)
    }
    this.#opened.applyLoudness()
    this.#opened.open()
  }

  disconnectedCallback(): void {
    // An element that is only moved plays on.
    queueMicrotask(() => this.isConnected || this.#session?.close())
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected || !this.#session) return
    if (name === 'normalize') this.#session.applyLoudness()
    if (name === 'src') this.#session.load()
    if (name === 'events') {
      this.#session.close()
      this.#session.open()
    }
  }

  /** The release as the hub answers it, for a page that has it already. `src` still renews addresses that have ended. */
  get release(): PlayerRelease | undefined {
    return this.#opened.offered.current()
  }

  set release(value: PlayerRelease) {
    this.#opened.offered.set(parseRelease(value))
  }

  /** Texts in another language. Those that are missing stay English. */
  get labels(): PlayerLabels {
    return this.#labels
  }

  set labels(value: Partial<PlayerLabels>) {
    this.#labels = { ...englishLabels, ...value }
    this.#session?.setLabels(this.#labels)
  }

  /** The chosen track, also before it plays. */
  get currentTrack(): PlayerTrack | undefined {
    return this.#opened.playback.state().track
  }

  /** In seconds. */
  get currentTime(): number {
    return this.#opened.playback.state().positionSeconds
  }

  /** Of the chosen track, in seconds; 0 if it is unknown. */
  get duration(): number {
    return this.#opened.playback.state().durationSeconds
  }

  /** False while it plays or waits for data. */
  get paused(): boolean {
    return !this.#opened.playback.state().isPlaying
  }

  /** 0 to 1. */
  get volume(): number {
    return this.#opened.playback.state().volume
  }

  set volume(value: number) {
    this.#opened.playback.setVolume(value)
  }

  /** Plays the chosen track, or another from its beginning. Browsers may refuse before the visitor has clicked. */
  play(trackId?: string): void {
    this.#opened.playback.play(trackId)
  }

  pause(): void {
    this.#opened.playback.pause()
  }

  next(): void {
    this.#opened.playback.next()
  }

  /** The track before; after three seconds, the beginning of this one. */
  previous(): void {
    this.#opened.playback.previous()
  }

  /** To this place of the chosen track, in seconds. */
  seek(seconds: number): void {
    this.#opened.playback.seek(seconds)
  }
}
