import { audioAddressOf, type PlayerTrack } from '../release/release.ts'

/** One track in an audio element: it is loaded, played, and loaded again from the same place when its address has ended. */
export interface TrackAudio {
  state(): TrackAudioState
  /** Plays a track from this place. */
  begin(track: PlayerTrack, seconds: number): void
  /** Plays on, also after a failure. False if no track was begun. */
  resume(): boolean
  pause(): void
  seek(seconds: number): void
  /** The same track has other audio. */
  replace(track: PlayerTrack): void
  /** Silent at once, and nothing of the track is kept. */
  stop(): void
}

/** How far the track is. */
export interface TrackAudioState {
  /** It plays, or it will as soon as there is data. */
  readonly isPlaying: boolean
  /** It should play but has no data. */
  readonly isWaiting: boolean
  /** It could not be played. */
  readonly hasFailed: boolean
  readonly positionSeconds: number
  /** NaN until it is known. */
  readonly durationSeconds: number
}

/** What the audio of a track uses of its surroundings. */
export interface TrackAudioNeeds {
  readonly audio: HTMLAudioElement
  /** The track with new addresses; undefined if it may not be played any more. */
  renew(trackId: string): Promise<PlayerTrack | undefined>
  onChange(): void
  onEnded(): void
  /** Given up after several attempts. */
  onError(error: unknown): void
}

const maxAttempts = 2
const secondAttemptMs = 1_000
/** A track that plays on for so long after an attempt had a passing problem. */
const recoveredAfterSeconds = 5

const idle = {
  isPlaying: false,
  isWaiting: false,
  hasFailed: false,
  position: 0,
  startAt: 0,
  attempts: 0,
  attemptedAt: 0,
}

// long: one closure holds what the events of the audio and the calls of the playback change together
export function trackAudio({ audio, renew, onChange, onEnded, onError }: TrackAudioNeeds): TrackAudio {
  let track: PlayerTrack | undefined
  let isLoaded = false
  /** `startAt` is where the next data starts; until then the element is at 0. */
  const now = { ...idle }

  function load(one: PlayerTrack): void {
    track = one
    isLoaded = true
    now.startAt = now.position
    audio.src = audioAddressOf(one)
  }

  function unload(): void {
    isLoaded = false
    audio.pause()
    audio.removeAttribute('src')
    audio.load()
  }

  function start(): void {
    now.isPlaying = true
    now.hasFailed = false
    audio.play()?.catch((error: unknown) => {
      // The event `error` reports an address that cannot be played; another load interrupts without harm.
      if ((error as Error).name !== 'NotAllowedError') return
      now.isPlaying = false
      onChange()
    })
    onChange()
  }

  function fail(error: unknown): void {
    Object.assign(now, { isPlaying: false, isWaiting: false, hasFailed: true })
    unload()
    onError(error)
  }

  async function recover(): Promise<void> {
    const failed = track
    const { error } = audio
    if (failed === undefined || !isLoaded) return
    if (now.attempts >= maxAttempts) return fail(error)
    now.attempts += 1
    now.attemptedAt = now.position
    now.isWaiting = now.isPlaying
    onChange()
    try {
      if (now.attempts > 1) await new Promise((resolve) => setTimeout(resolve, secondAttemptMs))
      const renewed = await renew(failed.trackId)
      // It was stopped, or the listener chose another track meanwhile.
      if (!isLoaded || renewed === undefined || track?.trackId !== failed.trackId) return
      load(renewed)
      if (now.isPlaying) start()
    } catch (reason) {
      if (isLoaded && track === failed) fail(reason)
    }
  }

  for (const [name, handle] of Object.entries(audioHandlers(audio, now, () => isLoaded)))
    audio.addEventListener(name, () => {
      handle()
      onChange()
    })
  audio.addEventListener('error', () => void recover())
  audio.addEventListener('ended', onEnded)

  return {
    state: () => ({ ...now, positionSeconds: now.position, durationSeconds: isLoaded ? audio.duration : Number.NaN }),
    begin(one, seconds) {
      Object.assign(now, { ...idle, position: seconds })
      if (isLoaded && track?.trackId === one.trackId && !audio.error) audio.currentTime = seconds
      else load(one)
      track = one
      start()
    },
    resume() {
      if (track === undefined) return false
      now.attempts = 0
      if (!isLoaded) load(track)
      start()
      return true
    },
    pause() {
      now.isPlaying = false
      audio.pause()
    },
    seek(seconds) {
      now.position = seconds
      now.attempts = 0
      if (isLoaded && audio.readyState > 0) audio.currentTime = seconds
      else now.startAt = seconds
    },
    replace(one) {
      track &&= one
      if (!isLoaded) return
      load(one)
      if (now.isPlaying) start()
    },
    stop() {
      track = undefined
      Object.assign(now, idle)
      unload()
    },
  }
}

/** How each event of the audio changes the state. */
const audioHandlers = (
  audio: HTMLAudioElement,
  now: typeof idle,
  isLoaded: () => boolean,
): Readonly<Record<string, () => void>> => ({
  loadedmetadata() {
    if (now.startAt > 0) audio.currentTime = now.startAt
    now.startAt = 0
  },
  timeupdate() {
    if (!isLoaded() || now.startAt > 0 || audio.error) return
    if (audio.currentTime > now.attemptedAt + recoveredAfterSeconds) now.attempts = 0
    now.position = audio.currentTime
  },
  waiting() {
    now.isWaiting = now.isPlaying
  },
  playing() {
    now.isWaiting = false
  },
  // By keys of the system, or by a script of the page. An event that is late says nothing.
  play() {
    if (!audio.paused) now.isPlaying = true
  },
  pause() {
    // Chromium also pauses after an error.
    if (audio.paused && !audio.ended && !audio.error) now.isPlaying = false
  },
  durationchange: () => undefined,
  volumechange: () => undefined,
})
