import { formatBytes } from '../../output/format-units.ts'
import type { Output } from '../../output/terminal-output.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { DeliverEvent, Emit } from '../deliver-events.ts'
import { type FileState, type FileStates, nextFileStates } from './file-states.ts'
import { formatEvent } from './format-event.ts'
import { formatFileState, formatRetry } from './format-file-state.ts'

/** For logs and pipes: one line per change, and progress of a file at most every few seconds. */

const betweenProgressMs = 5_000

/** Shows a delivery while it runs: line by line, or as a table that is drawn again. */
export interface View {
  readonly emit: Emit
  /** Leaves the terminal as it should be found; nothing is shown afterwards. */
  close(): void
}

/** `now` is milliseconds of any clock that does not go back. */
export function plainView(out: Pick<Output, 'say' | 'paint'>, now: () => number): View {
  let state: FileStates = []
  const toldAtMs = new Map<string, number>()
  const isDue = (file: string): boolean => {
    const last = toldAtMs.get(file)
    // Short uploads need no progress.
    if (last === undefined) toldAtMs.set(file, now())
    if (last === undefined || now() - last < betweenProgressMs) return false
    toldAtMs.set(file, now())
    return true
  }
  return {
    emit(event) {
      state = nextFileStates(state, event)
      for (const line of formatEvent(event, out)) out.say(line)
      const file = 'file' in event ? state.find(({ name }) => name === event.file) : undefined
      const line = file && fileLine(event, file, isDue)
      if (line !== undefined) out.say(line)
    },
    close() {},
  }
}

function fileLine(event: DeliverEvent, file: FileState, isDue: (file: string) => boolean): string | undefined {
  const name = sanitizeText(file.name)
  switch (event.type) {
    case 'retry':
      return `${name}: ${formatRetry(event)}`
    case 'checked':
      // Nothing happened to it, and what was found in it is shown below.
      return file.isSent ? undefined : `${name}: ${sanitizeText(formatFileState(file))}`
    case 'failed':
      return `${name}: ${sanitizeText(formatFileState(file))}`
    case 'progress': {
      if (!isDue(file.name) || file.sent >= file.bytes) return undefined
      const percent = Math.floor((file.sent / file.bytes) * 100)
      return `${name}: ${percent}% of ${formatBytes(file.bytes)}  ${formatFileState(file)}`
    }
    default:
      return undefined
  }
}
