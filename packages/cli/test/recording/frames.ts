import headless from '@xterm/headless'

/** What a person saw: the output of a terminal program, played into a terminal of the same size. */

export interface Frame {
  /** The rows from the first to the last that holds text. */
  readonly rows: readonly string[]
  /** Rows that were too long and continued in the next one. */
  readonly overflowing: readonly string[]
}

const controlBegins = '\u001b'
const redrawBegins = `${controlBegins}[?2026h`
const redrawEnds = `${controlBegins}[?2026l`

/** One frame for each redraw. The terminal shows a redraw at once (synchronized output), so nothing is seen between. */
export async function framesOf(output: string, columns: number, rows = 40): Promise<readonly Frame[]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  const frames: Frame[] = []
  for (const piece of output.split(redrawEnds)) {
    // Only what is drawn counts, not when: the parser would hold an unfinished redraw back.
    await new Promise<void>((resolve) => terminal.write(piece.replaceAll(redrawBegins, ''), resolve))
    frames.push(look(terminal))
  }
  terminal.dispose()
  return frames.filter(({ rows: seen }, index) => seen.join('\n') !== frames[index - 1]?.rows.join('\n'))
}

function look({ buffer: { active } }: headless.Terminal): Frame {
  const rows: string[] = []
  const overflowing: string[] = []
  for (let index = 0; index < active.length; index++) {
    const line = active.getLine(index)
    rows.push(line?.translateToString(true) ?? '')
    if (line?.isWrapped) overflowing.push(rows.at(-2) ?? '')
  }
  while (rows.at(-1) === '') rows.pop()
  return { rows, overflowing }
}

/** What is written outside of a redraw and moves the cursor or erases: a terminal could show it half done. */
export function looseRedraws(output: string): readonly string[] {
  const loose = output.split(redrawEnds).map((piece) => piece.split(redrawBegins)[0] ?? '')
  return loose
    .flatMap((text) => text.split(controlBegins).slice(1))
    .filter((sequence) => /^\[\d*[A-HJK]/.test(sequence))
}
