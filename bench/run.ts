import { parseArgs } from 'node:util'
import { audioAnalysis } from './goals/audio-analysis.ts'
import { backupSpeed } from './goals/backup-speed.ts'
import { clientUpload } from './goals/client-upload.ts'
import { commandStart } from './goals/command-start.ts'
import { consoleSpeed } from './goals/console.ts'
import { earlierVersion } from './goals/earlier-version.ts'
import { feedCommits } from './goals/feed-commits.ts'
import { heavyRequests } from './goals/heavy-requests.ts'
import { hostileMessagesRefused } from './goals/hostile-messages.ts'
import { imageStart } from './goals/image-start.ts'
import { jobCommits } from './goals/job-commits.ts'
import { listSpeed } from './goals/list-speed.ts'
import { manyTracks } from './goals/many-tracks.ts'
import { messageWriting } from './goals/message-writing.ts'
import { neighbours } from './goals/neighbours.ts'
import { objectStore } from './goals/object-store.ts'
import { objectStoreMemory } from './goals/object-store-memory.ts'
import { packageFolder } from './goals/package-folder.ts'
import { packageSftp } from './goals/package-sftp.ts'
import { pageData } from './goals/page-data.ts'
import { playsAtScale } from './goals/plays-at-scale.ts'
import { playsQuestions } from './goals/plays-questions.ts'
import { playsSpeed } from './goals/plays-speed.ts'
import { pooledDatabase } from './goals/pooled-database.ts'
import { reportImport } from './goals/report-import.ts'
import { searchSpeed } from './goals/search-speed.ts'
import { startUp } from './goals/start-up.ts'
import { takedownDelay } from './goals/takedown-delay.ts'
import { twoNodes } from './goals/two-nodes.ts'
import { unusedEngines } from './goals/unused-engines.ts'
import { uploadMemory } from './goals/upload-memory.ts'
import { uploadSpeed } from './goals/upload-speed.ts'
import { verifyBesideLists } from './goals/verify-beside-lists.ts'
import { verifyGrowth } from './goals/verify-growth.ts'
import { verifySpeed } from './goals/verify-speed.ts'
import type { Bench, Goal } from './harness/bench.ts'
import { hubModule } from './harness/hub.ts'
import { findLoadGenerator } from './harness/load.ts'
import { describeMachine } from './harness/machine.ts'
import { writeFigures } from './harness/page.ts'
import { type BenchPostgres, startPostgres } from './harness/postgres.ts'
import { isReached, renderReport } from './harness/report.ts'
import { createScratch } from './harness/scratch.ts'

/**
 * `npm run bench` measures every goal and writes docs/performance-figures.md; `npm run bench -- P1 P6` measures some of them.
 * `--quick` takes a quarter of the time and writes nothing; so does `--attack NAME`, for some of the neighbours' attacks. The exit code says whether every goal was reached.
 */

const goals: readonly Goal[] = [
  verifySpeed,
  verifyGrowth,
  listSpeed,
  searchSpeed,
  pageData,
  consoleSpeed,
  verifyBesideLists,
  uploadSpeed,
  uploadMemory,
  audioAnalysis,
  startUp,
  imageStart,
  unusedEngines,
  clientUpload,
  objectStore,
  objectStoreMemory,
  commandStart,
  manyTracks,
  neighbours,
  playsSpeed,
  playsQuestions,
  playsAtScale,
  heavyRequests,
  hostileMessagesRefused,
  reportImport,
  messageWriting,
  packageFolder,
  packageSftp,
  jobCommits,
  feedCommits,
  pooledDatabase,
  backupSpeed,
  twoNodes,
  takedownDelay,
  earlierVersion,
]

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, attack: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const unknown = positionals.filter((id) => !goals.some((goal) => goal.id === id))
if (unknown.length > 0) {
  console.error(`There is no goal ${unknown.join(', ')}, but ${goals.map(({ id }) => id).join(', ')}.`)
  process.exit(64)
}

const whole = createScratch()
let current = createScratch()
let postgres: Promise<BenchPostgres> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupt())

try {
  for (const goal of goals) if (positionals.length === 0 || positionals.includes(goal.id)) await measure(goal)
} finally {
  await whole.close()
}

/** A goal that cannot be measured must not discard the figures of the others. */
async function measure(goal: Goal): Promise<void> {
  console.log(`\n## ${goal.id}: ${goal.title}\n`)
  current = createScratch()
  const bench: Bench = {
    isQuick: values.quick,
    attacks: values.attack,
    scratch: current,
    load: findLoadGenerator(),
    hubModule,
    postgres: () => (postgres ??= startPostgres(whole)),
  }
  const before = describeMachine()
  const start = performance.now()
  try {
    const report = await goal.run(bench)
    const database = postgres === undefined ? '' : `, PostgreSQL ${(await postgres).version}`
    const seconds = Math.round((performance.now() - start) / 1000)
    const figures = `${renderReport(report)}\n\n*${before}${database}; took ${seconds} s.*`
    console.log(figures)
    if (!values.quick && values.attack.length === 0) await writeFigures(goal.id, figures)
    if (!report.verdicts.every(isReached)) process.exitCode = 1
  } catch (error) {
    console.error(`${goal.id} was not measured:`, error)
    process.exitCode = 1
  } finally {
    await current.close()
  }
}

async function interrupt(): Promise<void> {
  await current.close()
  await whole.close()
  process.exit(130)
}
