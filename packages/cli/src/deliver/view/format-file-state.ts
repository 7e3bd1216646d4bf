import type { Upload } from '@spindle/client'
import { formatBytes, formatCount, formatDuration } from '../../output/format-units.ts'
import type { RetryNotice } from '../deliver-events.ts'
import type { FileState } from './file-states.ts'

/** The state of a file in words. */

/** `checked WAV 24/44.1 3:42`, `checked JPEG 3000x3000`; with what was found in it. */
export function formatCheck(upload: Upload): string {
  if (upload.status === 'rejected') return 'rejected'
  return ['checked', formatWords(upload), countWords(upload)].filter((word) => word !== '').join(' ')
}

function formatWords({ technical }: Upload): string {
  if (technical === null) return ''
  const format = technical.container.toUpperCase()
  if (technical.kind === 'image') return `${format} ${technical.width}x${technical.height}`
  const depth = technical.bitDepth === null ? '' : `${technical.bitDepth}/`
  return `${format} ${depth}${technical.sampleRate / 1000} ${formatDuration(technical.durationMs)}`
}

function countWords({ findings }: Upload): string {
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  const words = [errors > 0 ? formatCount(errors, 'error') : '', warnings > 0 ? formatCount(warnings, 'warning') : '']
  return words.some((word) => word !== '') ? `(${words.filter((word) => word !== '').join(', ')})` : ''
}

/** The text after the bar. */
export function formatFileState(file: FileState): string {
  switch (file.phase) {
    case 'waiting':
      return ''
    case 'reading':
      return 'reading'
    case 'sending':
      return sendingWords(file)
    case 'checking':
      return 'checking'
    case 'checked':
      if (file.isSent) return 'already sent'
      return file.upload ? formatCheck(file.upload) : 'checked'
    case 'failed':
      return file.why ?? 'failed'
  }
}

function sendingWords({ bytes, sent, bytesPerSecond, retry }: FileState): string {
  const again = retry === undefined ? '' : formatRetry(retry)
  if (bytesPerSecond <= 0) return again
  const left = formatDuration(((bytes - sent) / bytesPerSecond) * 1000)
  return [`${formatBytes(bytesPerSecond)}/s`, left, again].filter((word) => word !== '').join(' ')
}

const worthTellingMs = 5_000

/** `retry 1 of 8`; with a long wait also why, `retry 1 of 8 in 0:40: the hub limits requests`. */
export function formatRetry({ attempt, of, delayMs, reason }: RetryNotice): string {
  const wait = delayMs < worthTellingMs ? '' : ` in ${formatDuration(delayMs)}: ${reason}`
  return `retry ${attempt} of ${of}${wait}`
}
