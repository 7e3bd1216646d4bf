import stringWidth from 'string-width'
import { drawBar } from '../../output/draw-bar.ts'
import { padText, truncateMiddle } from '../../output/format-table.ts'
import { formatBytes, formatCount, formatDuration } from '../../output/format-units.ts'
import type { Output } from '../../output/terminal-output.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { type FileState, type FileStates, isDone } from './file-states.ts'
import { formatFileState } from './format-file-state.ts'

/** The picture of an upload: one line per file, never wider than the terminal, never higher. Pure. */

export interface Frame {
  readonly columns: number
  readonly rows: number
  readonly paint: Output['paint']
}

/** All files if they fit, else those in progress and a line that counts the others. */
export function renderFiles(state: FileStates, { columns, rows, paint }: Frame): readonly string[] {
  const total = renderTotal(state, layoutOf(state, columns), paint)
  return [...renderEach(state, { columns, rows: Math.max(1, rows - total.length), paint }), ...total]
}

function renderEach(state: FileStates, { columns, rows, paint }: Frame): readonly string[] {
  const layout = layoutOf(state, columns)
  if (state.length <= rows) return state.map((file) => renderFile(file, layout, paint))
  const ranked = state.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, Math.max(0, rows - 1))
  const shown = state.filter((file) => ranked.includes(file))
  const hidden = state.filter((file) => !ranked.includes(file))
  const done = hidden.filter(isDone).length
  const words = `and ${formatCount(hidden.length, 'file')} more: ${done} checked, ${hidden.length - done} waiting`
  return [...shown.map((file) => renderFile(file, layout, paint)), `  ${truncateMiddle(words, columns - 3)}`]
}

/** All files together, while there is something to wait for. */
function renderTotal(state: FileStates, { width, name, bar, size }: Layout, paint: Output['paint']): readonly string[] {
  if (state.length < 2 || state.every(isDone)) return []
  const { bytes, sent, bytesPerSecond, checked } = sumFiles(state)
  const fraction = bytes === 0 ? 1 : Math.min(1, sent / bytes)
  const fixed = [
    ' ',
    padText('Total', name),
    ...(bar === 0 ? [] : [paint('cyan', progressBar(fraction, bar))]),
    `${Math.floor(fraction * 100)}%`.padStart(percentWidth),
    ...(size === 0 ? [] : [formatBytes(bytes).padStart(size)]),
  ].join(' ')
  const rate = `${formatBytes(bytesPerSecond)}/s ${formatDuration(((bytes - sent) / bytesPerSecond) * 1000)} left`
  const words = fraction === 1 ? `${checked} of ${state.length} checked` : bytesPerSecond > 0 ? rate : ''
  const shown = cut(words, width - stringWidth(fixed) - 2)
  return [shown === '' ? fixed : `${fixed}  ${shown}`]
}

function sumFiles(state: FileStates) {
  // A failed file does not arrive any more.
  const coming = state.filter(({ phase }) => phase !== 'failed')
  const sum = (of: (file: FileState) => number): number => coming.reduce((total, file) => total + of(file), 0)
  return {
    bytes: sum((file) => file.bytes),
    sent: sum((file) => Math.min(file.sent, file.bytes)),
    bytesPerSecond: sum((file) => (file.phase === 'sending' ? file.bytesPerSecond : 0)),
    checked: state.filter(isDone).length,
  }
}

const weights: Readonly<Record<FileState['phase'], number>> = {
  failed: 0,
  sending: 1,
  reading: 1,
  checking: 2,
  waiting: 3,
  checked: 4,
}
const weightOf = ({ phase }: FileState): number => weights[phase]

interface Layout {
  /** One less than the terminal has: a full line makes some terminals begin another. */
  readonly width: number
  readonly name: number
  readonly bar: number
  readonly size: number
}

const sizeWidth = 8
const percentWidth = 4
const widestBar = 16

function layoutOf(state: FileStates, columns: number): Layout {
  const width = columns - 1
  const longest = Math.max(8, ...state.map(({ name }) => stringWidth(sanitizeText(name))))
  const bar = width >= 100 ? widestBar : width >= 70 ? 10 : 0
  const name = Math.min(longest, Math.max(8, Math.floor(width * 0.3)))
  return { width, name, bar, size: width >= 60 ? sizeWidth : 0 }
}

function renderFile(file: FileState, { width, name, bar, size }: Layout, paint: Output['paint']): string {
  // An empty file is complete as soon as it exists; a missing one never is.
  const isWhole = file.bytes === 0 && (file.phase === 'checking' || file.phase === 'checked')
  const fraction = isWhole ? 1 : Math.min(1, file.sent / Math.max(1, file.bytes))
  const percent = `${Math.floor(fraction * 100)}%`.padStart(percentWidth)
  const fixed = [
    markOf(file, paint),
    padText(truncateMiddle(sanitizeText(file.name), name), name),
    ...(bar === 0 ? [] : [paint('cyan', progressBar(fraction, bar))]),
    percent,
    ...(size === 0 ? [] : [formatBytes(file.bytes).padStart(size)]),
  ].join(' ')
  const words = cut(formatFileState(file), width - stringWidth(fixed) - 2)
  return words === '' ? fixed : `${fixed}  ${colourOf(file, words, paint)}`
}

/** The end of a sentence can be left out. */
function cut(text: string, width: number): string {
  if (width < 4) return ''
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

function markOf(file: FileState, paint: Output['paint']): string {
  if (file.phase === 'failed' || file.upload?.status === 'rejected') return paint('red', '✖')
  return file.phase === 'checked' ? paint('green', '✔') : ' '
}

function colourOf({ phase, retry, upload }: FileState, words: string, paint: Output['paint']): string {
  if (phase === 'failed' || upload?.status === 'rejected') return paint('red', words)
  return retry === undefined ? words : paint('yellow', words)
}

function progressBar(fraction: number, width: number): string {
  const bar = drawBar(Math.floor(fraction * width * 8))
  return bar + '░'.repeat(width - bar.length)
}
