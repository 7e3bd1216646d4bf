import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { nameOf, readTimes, timesFile } from './file-times.ts'

const shown = 10

/**
 * Prints at the end the ten files of the fast level that took longest. With RECORD_TEST_TIMES=1 it also records the time
 * of every file that ran, for the order of the next runs.
 */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const fast = modules.filter(({ project }) => project.name === 'fast' || project.name === 'pages')
    const slowest = fast.map((module) => [timeOf(module), nameOf(module.moduleId)] as const).sort(([a], [b]) => b - a)
    if (slowest.length > shown) {
      console.log('\nThe ten slowest fast files:')
      for (const [milliseconds, name] of slowest.slice(0, shown))
        console.log(`${(milliseconds / 1_000).toFixed(1).padStart(6)} s  ${name}`)
    }
    if (process.env.RECORD_TEST_TIMES) record(modules)
  }
}

/** Reading the file, its hooks and its tests. */
const timeOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return Math.round(collectDuration + setupDuration + duration)
}

function record(modules: readonly TestModule[]): void {
  const times = {
    ...readTimes(),
    ...Object.fromEntries(modules.map((module) => [nameOf(module.moduleId), timeOf(module)])),
  }
  const sorted = Object.entries(times).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}
