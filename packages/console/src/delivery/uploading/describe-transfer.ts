import { SpindleError } from '@spindle/client'
import { toFailure } from '../../data/failure.ts'
import { formatBytes } from '../../words/format-bytes.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { formatDuration } from '../../words/words.ts'
import type { Sending, SendingState } from './upload-queue.ts'

const transferStates: readonly string[] = ['waiting', 'sending', 'retrying', 'paused', 'lost'] satisfies SendingState[]

export const isTransferState = (state: string): state is SendingState => transferStates.includes(state)

/** The progress of a file, and what delays it. */
export function describeTransfer(
  { size, sending }: { readonly size: number; readonly sending?: Sending | undefined },
  state: SendingState,
  sent: number,
): string {
  const { states } = deliverWords.files
  const percent = Math.floor((100 * sent) / Math.max(1, size))
  switch (state) {
    case 'waiting':
      return sending?.isElsewhere ? states.elsewhere : navigator.onLine ? states.waiting : states.offline
    case 'sending': {
      if (!sending?.bytesPerSecond) return percent > 0 ? states.sending(percent, '', '') : states.starting
      const leftMs = ((size - sent) / sending.bytesPerSecond) * 1_000
      return states.sending(percent, formatSpeed(sending.bytesPerSecond), formatDuration(leftMs))
    }
    case 'retrying':
      return states.retrying(percent, sending?.attempt ?? 1)
    case 'paused':
      return states.paused(percent)
    case 'lost':
      return states.lost(percent)
  }
}

const formatSpeed = (bytesPerSecond: number): string => (bytesPerSecond > 0 ? `${formatBytes(bytesPerSecond)}/s` : '')

/** Why an upload was given up. What browsers and the SDK say is for programs, so only the hub's own words are shown. */
export function describeUploadFailure(error: unknown): string {
  const { failures } = deliverWords.files
  const { code, status, message } = toFailure(error)
  if (code === 'source_changed' || code === 'source_ended') return failures.changed
  if (code === 'checksum_mismatch') return failures.altered
  const isLost = error instanceof SpindleError && status === undefined
  return isLost ? failures.lost : status === undefined ? failures.unexpected : message
}
