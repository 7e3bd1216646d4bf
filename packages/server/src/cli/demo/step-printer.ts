/** How long a step waits for what the hub does in the background. Slow machines need most of it. */
export const waitMs = 300_000
const slowMs = 15_000

/**
 * Prints each step with a tick and its time; a failed one with a cross, and stops. The first slow step is announced while
 * it runs.
 */
export interface StepPrinter {
  step<T>(title: string, work: () => Promise<T>, say?: (result: T) => string): Promise<T>
}

export function stepPrinter(out: (line: string) => void): StepPrinter {
  let hasSaidSlow = false
  const saySlow = (title: string): void => {
    if (hasSaidSlow) return
    hasSaidSlow = true
    out(
      `… "${title}" takes longer than usual: the machine is slow or busy. The demo waits up to ${waitMs / 60_000} minutes.`,
    )
  }
  return {
    async step(title, work, say) {
      const slow = setTimeout(saySlow, slowMs, title)
      const start = performance.now()
      const elapsed = (): string => `${((performance.now() - start) / 1000).toFixed(2)} s`
      try {
        const result = await work()
        const detail = say?.(result)
        out(`✓ ${title}${detail === undefined ? '' : `: ${detail}`} (${elapsed()})`)
        return result
      } catch (error) {
        out(`✗ ${title} (${elapsed()})`)
        throw error
      } finally {
        clearTimeout(slow)
      }
    },
  }
}

/** Polls until the answer is the expected one, with short pauses so that the demo does not wait longer than needed. */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > deadline)
      throw new Error(`Still not there after ${timeoutMs / 1000} s: ${JSON.stringify(answer).slice(0, 1_000)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
