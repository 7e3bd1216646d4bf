import type { Upload } from '@spindle/client'
import { isSignedOut } from '../../data/failure.ts'
import { onNews } from '../../data/live/live-news.ts'
import { isHearingChanges } from '../../data/live-state.ts'
import { tellIfSignedOut } from '../../data/session-events.ts'

/**
 * Waits until the hub has decoded and measured files that have arrived. All of them are in one request: when
 * the hub reports a change of one, and from time to time, in case no event arrives.
 */

export interface AnalysisWatchOptions {
  readonly accountId: string
  /** Reads uploads, at most `mostAsked` at once; those that are gone are missing. */
  readonly list: (uploadIds: readonly string[]) => Promise<readonly Upload[]>
  /** Those that are ready or rejected, and the ids of those that are not there any more. */
  readonly onEnded: (ended: readonly Upload[], gone: readonly string[]) => void
}

export const mostAsked = 100
const firstPauseMs = 500
const longestPauseMs = 5_000
/** While events arrive. */
const heardPauseMs = 10_000
/** Files that arrive, or are ready, at the same moment are requested together. */
const gatherMs = 50

export class AnalysisWatch {
  readonly #options: AnalysisWatchOptions
  readonly #waiting = new Set<string>()
  readonly #stopListening: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #isAskedAgain = false
  #pauseMs = firstPauseMs

  constructor(options: AnalysisWatchOptions) {
    this.#options = options
    this.#stopListening = onNews(options.accountId, ({ event, data }) => {
      if (event === 'reset' || (event === 'upload' && this.#waiting.has(data.id))) this.#lookIn(gatherMs)
    })
  }

  /** Also again, after the session had ended. */
  watch(uploadIds: readonly string[]): void {
    for (const id of uploadIds) this.#waiting.add(id)
    this.#pauseMs = firstPauseMs
    this.#lookIn(gatherMs)
  }

  close(): void {
    this.#waiting.clear()
    clearTimeout(this.#timer)
    this.#stopListening()
  }

  #lookIn(ms: number): void {
    // An event that arrives while a request runs may not be in its answer.
    if (this.#isAsking) this.#isAskedAgain = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), ms)
  }

  async #look(): Promise<void> {
    if (this.#isAsking || this.#waiting.size === 0) return
    this.#isAsking = true
    this.#isAskedAgain = false
    try {
      const asked = [...this.#waiting].slice(0, mostAsked)
      this.#tell(asked, await this.#options.list(asked))
    } catch (error) {
      tellIfSignedOut(error)
      // Anything else passes.
      if (isSignedOut(error)) return
    } finally {
      this.#isAsking = false
    }
    if (this.#waiting.size === 0) return
    this.#pauseMs = Math.min(this.#pauseMs * 1.5, longestPauseMs)
    this.#lookIn(this.#isAskedAgain ? gatherMs : isHearingChanges() ? heardPauseMs : this.#pauseMs)
  }

  #tell(asked: readonly string[], found: readonly Upload[]): void {
    const ended = found.filter(({ id, status }) => hasEnded.has(status) && this.#waiting.has(id))
    const isThere = new Set<string>(found.filter(({ status }) => status !== 'expired').map(({ id }) => id))
    const gone = asked.filter((id) => !isThere.has(id) && this.#waiting.has(id))
    for (const { id } of ended) this.#waiting.delete(id)
    for (const id of gone) this.#waiting.delete(id)
    // The next hundred, if there are more, have their turn.
    for (const id of asked) if (this.#waiting.delete(id)) this.#waiting.add(id)
    if (ended.length + gone.length > 0) this.#options.onEnded(ended, gone)
  }
}

const hasEnded: ReadonlySet<Upload['status']> = new Set(['ready', 'rejected'])
