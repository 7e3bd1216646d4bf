import type { Upload } from '@spindle/client'
import type { DeliverEvent, RetryNotice, SentFile } from '../deliver-events.ts'

/** The display state of the files, derived only from the events. */

/** One file as it is shown. */
export interface FileState {
  readonly name: string
  readonly bytes: number
  /** Of an earlier run. */
  readonly isSent?: boolean
  readonly phase: 'waiting' | 'reading' | 'sending' | 'checking' | 'checked' | 'failed'
  /** As `Progress.bytes`. */
  readonly sent: number
  readonly bytesPerSecond: number
  readonly retry: RetryNotice | undefined
  readonly upload: Upload | undefined
  readonly why: string | undefined
}

export type FileStates = readonly FileState[]

/** Pure: the states after an event. */
export function nextFileStates(state: FileStates, event: DeliverEvent): FileStates {
  if (event.type === 'files') return event.files.map(fileBefore)
  if (!('file' in event)) return state
  return state.map((file) => (file.name === event.file ? { ...file, ...changeOf(file, event) } : file))
}

const fileBefore = ({ name, bytes, isSent }: SentFile): FileState => ({
  name,
  bytes,
  ...(isSent === true ? { isSent } : {}),
  phase: 'waiting',
  sent: 0,
  bytesPerSecond: 0,
  retry: undefined,
  upload: undefined,
  why: undefined,
})

function changeOf(file: FileState, event: DeliverEvent & { readonly file: string }): Partial<FileState> {
  switch (event.type) {
    case 'reading':
      return { phase: 'reading' }
    case 'progress': {
      const hasMoved = event.bytes > file.sent
      const retry = hasMoved ? undefined : file.retry
      return { phase: 'sending', sent: event.bytes, bytesPerSecond: event.bytesPerSecond || file.bytesPerSecond, retry }
    }
    case 'retry':
      return { retry: { attempt: event.attempt, of: event.of, delayMs: event.delayMs, reason: event.reason } }
    case 'checking':
      return { phase: 'checking', sent: file.bytes, retry: undefined }
    case 'checked':
      return { phase: 'checked', upload: event.upload }
    case 'failed':
      return { phase: 'failed', why: event.why }
    default:
      return {}
  }
}

export const isDone = ({ phase }: FileState): boolean => phase === 'checked' || phase === 'failed'
