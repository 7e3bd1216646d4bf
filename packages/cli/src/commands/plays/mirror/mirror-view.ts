import { joinCells } from '../../../output/format-table.ts'
import { formatCount, formatNumber } from '../../../output/format-units.ts'
import type { Output } from '../../../output/terminal-output.ts'
import type { RefreshedRelease } from './refresh-release.ts'

/** Shows what a mirror does: a line for each change for programs, and the numbers for people. */
export interface MirrorView {
  show(refreshed: RefreshedRelease): void
  caughtUp(now: { readonly waiting: number; readonly isWatching: boolean }): void
}

const progressMs = 5_000

export function mirrorView(out: Output): MirrorView {
  let counts = { copied: 0, removed: 0 }
  let saidAtMs = performance.now()
  let isFirst = true

  const describe = (): string =>
    `${formatCount(counts.copied, 'release')} copied, ${formatNumber(counts.removed)} removed`

  return {
    show({ releaseId, outcome, title, isWaiting }) {
      if (outcome !== 'copied' && outcome !== 'removed') return
      counts[outcome] += 1
      if (!out.isTerminal || out.isJson)
        out.oneOfMany({ event: outcome, releaseId, title: title ?? null, isWaiting }, () => [
          joinCells([outcome, releaseId, title ?? null], out.columns),
        ])
      else if (outcome === 'removed') out.say(`Removed ${releaseId}.`)
      if (!out.isLive || performance.now() - saidAtMs < progressMs) return
      saidAtMs = performance.now()
      out.say(`${describe()} so far.`)
    },
    caughtUp({ waiting, isWatching }) {
      const hasChanged = counts.copied + counts.removed > 0
      if (!isFirst && !hasChanged) return
      const said = waiting > 0 ? ` ${formatCount(waiting, 'release')} waiting for files that the hub makes.` : ''
      out.oneOfMany({ event: 'done', ...counts, waiting }, () => [`${describe()}.${said}`])
      if (isFirst && isWatching) out.say('Watching the feed. Press Ctrl-C to stop.')
      isFirst = false
      counts = { copied: 0, removed: 0 }
    },
  }
}
