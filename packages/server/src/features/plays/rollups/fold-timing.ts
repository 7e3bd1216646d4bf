/**
 * When what waits is folded. The more at once, the fewer counters are written twice, so a flood of reports is folded when
 * it pauses; while it does not, some time after the first play.
 */
export interface FoldTiming {
  /** Something waits. */
  soon(): void
  /** Runs a report. There is no pause before its end. */
  during<T>(report: () => Promise<T>): Promise<T>
  close(): void
}

export interface FoldTimes {
  /** Without a report. */
  readonly pauseMs: number
  /** From one fold to the next: reports that come one by one are folded together. */
  readonly apartMs: number
  /** After the first play that waits. */
  readonly latestMs: number
}

export function foldTiming(fold: () => void, { pauseMs, apartMs, latestMs }: FoldTimes): FoldTiming {
  let reports = 0
  let lastMs = Number.NEGATIVE_INFINITY
  let pause: NodeJS.Timeout | undefined
  let latest: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearTimeout(pause)
    clearTimeout(latest)
    latest = undefined
  }
  const begin = (): void => {
    stop()
    lastMs = performance.now()
    fold()
  }
  const waitForPause = (): void => {
    clearTimeout(pause)
    if (reports > 0 || latest === undefined) return
    pause = setTimeout(begin, Math.max(pauseMs, lastMs + apartMs - performance.now())).unref()
  }
  return {
    soon() {
      latest ??= setTimeout(begin, latestMs).unref()
      waitForPause()
    },
    async during(report) {
      reports++
      clearTimeout(pause)
      try {
        return await report()
      } finally {
        reports--
        waitForPause()
      }
    },
    close: stop,
  }
}
