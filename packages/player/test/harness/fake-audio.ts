import { vi } from 'vitest'

/** Makes an audio element behave as in a browser: it plays when there is data, and time passes with the clock of the test. */
export interface FakeAudio {
  readonly audio: HTMLAudioElement
  /** Every address that was loaded. */
  readonly addresses: string[]
  /** Data arrives; playback begins if it was asked for. */
  arrive(): void
  /** Plays for so many seconds, or until the end. */
  pass(seconds: number): Promise<void>
  /** The address cannot be loaded. */
  refuse(): Promise<void>
}

export function fakeAudio(audio: HTMLAudioElement, durationSeconds = 200): FakeAudio {
  const addresses: string[] = []
  const state = { paused: true, readyState: 0, time: 0, ended: false, error: null as { code: number } | null }
  const fire = (...names: string[]) => {
    for (const name of names) audio.dispatchEvent(new Event(name))
  }
  const reset = () => Object.assign(state, { paused: true, readyState: 0, time: 0, ended: false, error: null })
  const isPlaying = () => !state.paused && state.readyState > 2 && !state.ended

  const members: PropertyDescriptorMap = {
    src: {
      get: () => audio.getAttribute('src') ?? '',
      set(address: string) {
        audio.setAttribute('src', address)
        addresses.push(address)
        reset()
        fire('emptied')
      },
    },
    currentTime: {
      get: () => state.time,
      set(seconds: number) {
        state.time = Math.min(seconds, durationSeconds)
        fire('seeking', 'timeupdate', 'seeked')
      },
    },
    duration: { get: () => (state.readyState > 0 ? durationSeconds : Number.NaN) },
    paused: { get: () => state.paused },
    ended: { get: () => state.ended },
    seeking: { get: () => false },
    readyState: { get: () => state.readyState },
    error: { get: () => state.error },
    play: {
      value: async () => {
        state.paused = false
        fire('play', state.readyState > 2 ? 'playing' : 'waiting')
      },
    },
    pause: {
      value() {
        if (state.paused) return
        state.paused = true
        fire('timeupdate', 'pause')
      },
    },
    load: { value: reset },
  }
  for (const [name, member] of Object.entries(members))
    Object.defineProperty(audio, name, { configurable: true, ...member })

  return {
    audio,
    addresses,
    arrive() {
      state.readyState = 4
      fire('loadedmetadata', 'durationchange', 'canplay', ...(state.paused ? [] : ['playing']))
    },
    async pass(seconds) {
      for (let quarter = 0; quarter < seconds * 4 && isPlaying(); quarter += 1) {
        await vi.advanceTimersByTimeAsync(250)
        state.time = Math.min(durationSeconds, state.time + 0.25)
        fire('timeupdate')
        if (state.time < durationSeconds) continue
        Object.assign(state, { ended: true, paused: true })
        fire('pause', 'ended')
      }
    },
    async refuse() {
      // As Chromium does it.
      Object.assign(state, { error: { code: 2 }, paused: true })
      fire('error', 'pause')
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
