import { createLogUpdate } from 'log-update'
import type { Output } from '../../output/terminal-output.ts'
import { wrapText } from '../../output/wrap-text.ts'
import type { DeliverEvent } from '../deliver-events.ts'
import { type FileStates, nextFileStates } from './file-states.ts'
import { formatEvent } from './format-event.ts'
import type { View } from './plain-view.ts'
import { renderFiles } from './render-files.ts'

/** For a terminal: the files below, redrawn at most ten times a second; everything else above them, for good. */

const betweenDrawsMs = 100

export function liveView(out: Pick<Output, 'paint'>, terminal: NodeJS.WriteStream): View {
  const log = createLogUpdate(terminal)
  let state: FileStates = []
  let pending: NodeJS.Timeout | undefined
  const columns = (): number => Math.max(20, terminal.columns || 80)
  const rows = (): number => Math.max(2, (terminal.rows || 24) - 2)
  const picture = (height: number): string =>
    renderFiles(state, { columns: columns(), rows: height, paint: out.paint }).join('\n')
  const draw = (): void => {
    clearTimeout(pending)
    pending = undefined
    if (state.length > 0) log(picture(rows()))
  }
  const soon = (): void => {
    pending ??= setTimeout(draw, betweenDrawsMs)
  }
  /** The last picture shows all files, however high it is, and stays. */
  const finish = (): void => {
    draw()
    // One line more for the total of files that did not all arrive.
    const all = picture(state.length + 1)
    if (all.split('\n').length > rows()) {
      log.clear()
      terminal.write(`${all}\n`)
    }
    if (state.length > 0) log.done()
    state = []
  }
  return {
    emit(event) {
      state = nextFileStates(state, event)
      if (endsProgress(event)) finish()
      const lines = formatEvent(event, out).flatMap((line) => wrapText(line, columns()))
      if (state.length === 0) {
        if (lines.length > 0) terminal.write(`${lines.join('\n')}\n`)
      } else if (lines.length > 0) {
        log.persist(lines.join('\n'))
        draw()
      } else soon()
    },
    close: finish,
  }
}

/** Steps after the uploads are shown below the files. */
const endsProgress = ({ type }: DeliverEvent): boolean =>
  type === 'findings' || type === 'release' || type === 'submitted' || type === 'status'
