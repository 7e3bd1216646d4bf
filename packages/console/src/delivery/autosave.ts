import { ConnectionError } from '@spindle/client'
import { type Failure, isSignedOut, toFailure } from '../data/failure.ts'
import { tellIfSignedOut } from '../data/session-events.ts'

/**
 * Saves what was typed, a moment after the last keystroke, one request at a time. The state is "saved" only when it is.
 */

export type Saving =
  /** Nothing to save yet at the hub: what is typed is kept in this browser. */
  | { readonly kind: 'local' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  /** No connection, or too many requests: retried automatically. */
  | { readonly kind: 'waiting'; readonly seconds: number | undefined }
  | { readonly kind: 'signedOut' }
  /** It was changed elsewhere: the person decides. */
  | { readonly kind: 'conflict' }
  /** The hub does not accept it in this form. */
  | { readonly kind: 'refused'; readonly failure: Failure }

/** Thrown by `save` when a change from elsewhere has to be reviewed first. */
export class Conflict extends Error {}

export interface Autosave {
  /** Something was typed. */
  changed(afterMs?: number): void
  /** Saves now, and resolves once everything is saved or saving is not possible. */
  flush(): Promise<void>
  close(): void
}

export interface AutosaveOptions {
  /** Sends what is not saved; returns whether the hub has it. */
  readonly save: () => Promise<boolean>
  readonly onSaving: (saving: Saving) => void
  readonly delayMs?: number
}

const retryMs = 5_000

export function autosave({ save, onSaving, delayMs = 800 }: AutosaveOptions): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isChanged = false

  const later = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), ms)
  }

  async function attempt(): Promise<void> {
    isChanged = false
    onSaving({ kind: 'saving' })
    try {
      const isSaved = await save()
      const saved: Saving = isChanged ? { kind: 'pending' } : { kind: 'saved', at: new Date().toISOString() }
      onSaving(isSaved ? saved : { kind: 'local' })
    } catch (error) {
      onSaving(explain(error))
    }
  }

  function explain(error: unknown): Saving {
    if (error instanceof Conflict) return { kind: 'conflict' }
    if (isSignedOut(error)) {
      tellIfSignedOut(error)
      return { kind: 'signedOut' }
    }
    const failure = toFailure(error)
    if (error instanceof ConnectionError || failure.status === 429 || (failure.status ?? 0) >= 500) {
      later(failure.retryAfterSeconds === undefined ? retryMs : failure.retryAfterSeconds * 1_000)
      return { kind: 'waiting', seconds: failure.retryAfterSeconds }
    }
    return { kind: 'refused', failure }
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    running ??= attempt().finally(() => {
      running = undefined
      if (isChanged) later(delayMs)
    })
    await running
  }

  const onOnline = (): void => void run()
  addEventListener('online', onOnline)
  return {
    changed(afterMs = delayMs) {
      isChanged = true
      onSaving({ kind: 'pending' })
      if (!running) later(afterMs)
    },
    async flush() {
      await running
      await run()
    },
    close() {
      clearTimeout(timer)
      removeEventListener('online', onOnline)
    },
  }
}
