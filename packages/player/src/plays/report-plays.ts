import { type CountedPlay, type PlayCounter, playCounter } from './play-counter.ts'
import { playOutbox } from './play-outbox.ts'

/** Counts what an audio element plays, and reports it to the site's server. */
export interface PlayReports extends Pick<PlayCounter, 'begin' | 'end' | 'leave'> {
  /** Sends what an earlier page left, and reports when this one is left, until `signal`. */
  open(signal: AbortSignal): void
}

/** What reports of plays need. */
export interface PlayReportsNeeds {
  readonly audio: HTMLAudioElement
  /** Where the site's server takes plays; undefined if none are reported. */
  address(): string | undefined
  context(): Pick<CountedPlay, 'source' | 'model'>
  onCounted(play: CountedPlay): void
}

/** Every event at which the audio begins or ceases to be heard, and `timeupdate` between them. */
const moments =
  'playing timeupdate pause waiting stalled seeking seeked ended error emptied canplay ratechange suspend'.split(' ')

/** Listens to the audio element. Make it before whatever chooses the next track at the event `ended`. */
export function reportPlays({ audio, address, context, onCounted }: PlayReportsNeeds): PlayReports {
  const outboxes = new Map<string, ReturnType<typeof openOutbox>>()
  const outbox = () => {
    const to = address()
    if (to === undefined) return undefined
    const known = outboxes.get(to) ?? openOutbox(to)
    outboxes.set(to, known)
    return known
  }

  const counter = playCounter({
    monotonicMs: () => performance.now(),
    nowMs: () => Date.now(),
    makeId,
    context,
    save(play, isFinal) {
      outbox()?.save(play, isFinal)
      if (isFinal) onCounted(play)
    },
  })

  const record = (): void => {
    const { paused, seeking, ended, readyState, error, currentTime } = audio
    counter.record({
      positionSeconds: currentTime,
      isHeard: !paused && !seeking && !ended && !error && readyState > 2,
    })
  }
  for (const name of moments) audio.addEventListener(name, record)

  function leave(): void {
    record()
    counter.leave()
  }

  return {
    begin(track) {
      record()
      counter.begin(track)
    },
    end() {
      record()
      counter.end()
    },
    leave,
    open(signal) {
      outbox()?.open()
      addEventListener('pagehide', () => outbox()?.leave(leave), { signal })
      addEventListener('pageshow', ({ persisted }) => persisted && outbox()?.open(), { signal })
      addEventListener('online', () => outbox()?.open(), { signal })
      // Phones may end a page in the background without another event. While music plays, the play is not over.
      const onHidden = () => document.visibilityState === 'hidden' && audio.paused && leave()
      document.addEventListener('visibilitychange', onHidden, { signal })
    },
  }
}

const timeoutMs = 30_000

function openOutbox(address: string) {
  const post = (body: string) =>
    fetch(address, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      // Lives on when the page ends.
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    })
  return playOutbox({
    ...{ address, storage: findStorage(), post },
    nowMs: () => Date.now(),
    beacon(body) {
      if (!navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }))) post(body).catch(() => {})
    },
  })
}

function findStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    // The browser forbids this page to store anything.
    return undefined
  }
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
