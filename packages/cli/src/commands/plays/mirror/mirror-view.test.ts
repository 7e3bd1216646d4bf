import { describe, expect, it } from 'vitest'
import type { Output } from '../../../output/terminal-output.ts'
import { mirrorView } from './mirror-view.ts'

/** What a view prints into a pipe. */
function openView() {
  const lines: string[] = []
  const out = {
    isJson: false,
    isTerminal: false,
    isLive: false,
    columns: Number.POSITIVE_INFINITY,
    oneOfMany: (_value: unknown, texts: () => readonly string[]) => void lines.push(...texts()),
    say: (line: string) => void lines.push(line),
  }
  return { lines, view: mirrorView(out as unknown as Output) }
}

describe('what a mirror shows', () => {
  it('has a line for each change, and none for what is as it was', () => {
    const { lines, view } = openView()
    view.show({ releaseId: 'rel_1', outcome: 'copied', title: 'Night\tDrive', isWaiting: false })
    view.show({ releaseId: 'rel_2', outcome: 'removed', isWaiting: false })
    view.show({ releaseId: 'rel_3', outcome: 'unchanged', title: 'Old', isWaiting: false })
    view.show({ releaseId: 'rel_4', outcome: 'absent', isWaiting: false })
    view.caughtUp({ waiting: 0, isWatching: true })
    view.caughtUp({ waiting: 0, isWatching: true })
    expect(lines).toEqual([
      'copied\trel_1\tNight Drive',
      'removed\trel_2\t-',
      '1 release copied, 1 removed.',
      'Watching the feed. Press Ctrl-C to stop.',
    ])
  })
})
