import { createLogUpdate } from 'log-update'
import type { CommandContext } from '../../command-line/command-context.ts'
import { truncateMiddle } from '../../output/format-table.ts'
import { formatBytes } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import type { DeliverEvent, FileFinding } from '../deliver-events.ts'
import { type FileStates, nextFileStates } from '../view/file-states.ts'
import { formatRetry } from '../view/format-file-state.ts'

/** Shows several deliveries: a line that is redrawn for the one in progress, and what a person must know meanwhile. */

/** The place of a folder among all. */
export interface Turn {
  readonly folder: string
  /** From 1. */
  readonly number: number
  readonly of: number
}

export interface FoldersView {
  begin(turn: Turn): void
  emit(event: DeliverEvent): void
  /** Removes the redrawn line, and returns what was seen of this delivery. */
  end(): SeenDelivery
}

/** What events said of a delivery that is over. */
export interface SeenDelivery {
  readonly findings: readonly FileFinding[]
  readonly isSubmitted: boolean
}

type ViewContext = Pick<CommandContext, 'out' | 'environment' | 'terminal'>

export function foldersView({ out, environment, terminal }: ViewContext): FoldersView {
  const canRedraw = out.isLive && environment.TERM !== 'dumb' && terminal.columns > 0
  const line = canRedraw ? redrawnLine(terminal) : undefined
  let turn: Turn = { folder: '', number: 0, of: 0 }
  let files: FileStates = []
  let seen: SeenDelivery = { findings: [], isSubmitted: false }
  return {
    begin(next) {
      turn = next
      files = []
      seen = { findings: [], isSubmitted: false }
      line?.draw(() => formatTurn(turn, files))
    },
    emit(event) {
      files = nextFileStates(files, event)
      if (event.type === 'findings') seen = { ...seen, findings: [...seen.findings, ...event.findings] }
      if (event.type === 'submitted') seen = { ...seen, isSubmitted: true }
      const message = formatMessage(event, out)
      if (message !== undefined) {
        line?.clear()
        out.say(`${sanitizeText(turn.folder)}: ${message}`)
      }
      line?.draw(() => formatTurn(turn, files))
    },
    end() {
      line?.clear()
      return seen
    },
  }
}

/** Of all events, those that explain a wait or a choice. */
function formatMessage(event: DeliverEvent, { paint }: Pick<Output, 'paint'>): string | undefined {
  if (event.type === 'note') return sanitizeText(event.text)
  if (event.type === 'retry') return paint('yellow', sanitizeText(`${event.file}: ${formatRetry(event)}`))
  return undefined
}

/** `3 of 30  night-drive  45% of 120 MB`. */
export function formatTurn({ folder, number, of }: Turn, files: FileStates): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const sent = files.reduce((sum, file) => sum + Math.min(file.sent, file.bytes), 0)
  const progress = bytes === 0 ? [] : [`${Math.floor((sent / bytes) * 100)}% of ${formatBytes(bytes)}`]
  return [`${number} of ${of}`, sanitizeText(folder), ...progress].join('  ')
}

const betweenDrawsMs = 100

/** At most ten times a second, on one line. */
function redrawnLine(terminal: NodeJS.WriteStream) {
  const log = createLogUpdate(terminal)
  let pending: NodeJS.Timeout | undefined
  return {
    draw(text: () => string): void {
      pending ??= setTimeout(() => {
        pending = undefined
        log(truncateMiddle(text(), Math.max(20, terminal.columns || 80) - 1))
      }, betweenDrawsMs)
    },
    clear(): void {
      clearTimeout(pending)
      pending = undefined
      log.clear()
    },
  }
}
