import type { CountedPlay } from './play-counter.ts'

/**
 * Plays on their way to the site's server. A play stays in the storage of the browser until the server has accepted it,
 * and is sent again by the next page: the hub counts each id once.
 */
export interface PlayOutbox {
  /** Keeps a play; one that is final is also sent. */
  save(play: CountedPlay, isFinal: boolean): void
  /** Sends what an earlier page left. */
  open(): void
  /** The page may not come back: hands what is final, also what `finish` saves, to the browser. */
  leave(finish: () => void): void
}

/** What an outbox uses of its surroundings. */
export interface PlayOutboxNeeds {
  /** Where plays are sent. */
  readonly address: string
  /** Undefined where pages may not store anything. */
  readonly storage: Storage | undefined
  nowMs(): number
  post(body: string): Promise<{ readonly ok: boolean; readonly status: number }>
  /** For a page that ends. Answers are not seen. */
  beacon(body: string): void
}

interface StoredPlay {
  readonly address: string
  readonly play: CountedPlay
  /** When the page that plays it last changed it; 0 if it is final. */
  readonly openAtMs: number
}

const prefix = 'spindle-play:'
const maxStored = 500
const maxPerRequest = 50
/** A play that another page does not change any more for this long is final: that page is gone. */
const abandonedAfterMs = 60_000
const droppedAfterMs = 7 * 86_400_000
/** A body that the server does not accept will not be accepted later. */
const refusals = [400, 413, 415, 422]
const firstWaitMs = 5_000
const maxWaitMs = 300_000

/** An outbox that sends at most 50 plays at a time, and waits longer after each failure, up to five minutes. */
export function playOutbox({ address, storage, nowMs, post, beacon }: PlayOutboxNeeds): PlayOutbox {
  const waiting = new Map<string, CountedPlay>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs
  let isSending = false
  let isLeaving = false

  const nextBatch = (): CountedPlay[] => [...waiting.values()].slice(0, maxPerRequest)

  async function send(): Promise<void> {
    const batch = nextBatch()
    if (isSending || batch.length === 0) return
    isSending = true
    clearTimeout(timer)
    const status = await post(JSON.stringify(batch)).then(
      (answer) => answer.status,
      () => 0,
    )
    isSending = false
    if ((status >= 200 && status < 300) || refusals.includes(status)) {
      waitMs = firstWaitMs
      for (const { id } of batch) {
        waiting.delete(id)
        forget(storage, id)
      }
      return send()
    }
    timer = setTimeout(send, waitMs)
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }

  return {
    save(play, isFinal) {
      keep(storage, { address, play, openAtMs: isFinal ? 0 : nowMs() })
      if (!isFinal) return
      waiting.set(play.id, play)
      if (!isLeaving) void send()
    },
    open() {
      for (const { play, openAtMs, ...stored } of listStored(storage)) {
        if (nowMs() - Date.parse(play.at) > droppedAfterMs) forget(storage, play.id)
        else if (stored.address === address && nowMs() - openAtMs > abandonedAfterMs) waiting.set(play.id, play)
      }
      void send()
    },
    leave(finish) {
      isLeaving = true
      finish()
      isLeaving = false
      const batch = nextBatch()
      if (batch.length > 0) beacon(JSON.stringify(batch))
    },
  }
}

function keep(storage: Storage | undefined, stored: StoredPlay): void {
  try {
    if (storage && storage.length < maxStored) storage.setItem(prefix + stored.play.id, JSON.stringify(stored))
  } catch {
    // The storage is full or switched off: the play is still sent from here.
  }
}

function forget(storage: Storage | undefined, id: string): void {
  try {
    storage?.removeItem(prefix + id)
  } catch {
    // It is sent again, and counts once.
  }
}

function listStored(storage: Storage | undefined): StoredPlay[] {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => readStored(storage?.getItem(key) ?? ''))
  } catch {
    return []
  }
}

function readStored(text: string): StoredPlay[] {
  try {
    const stored = JSON.parse(text) as Partial<StoredPlay>
    return typeof stored.play?.id === 'string' ? [stored as StoredPlay] : []
  } catch {
    return []
  }
}
