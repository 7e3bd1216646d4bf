import { playFolding } from '../../src/features/plays/rollups/fold-plays.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { TestHub } from './hub.ts'

/** Brings the roll-ups up to date, as the job does within a second of a report. */
export const foldPlays = (hub: TestHub): Promise<void> =>
  playFolding({ database: hub.opened.database, jobs: jobQueue(), log: silentLog }).run()

/** Reports plays and folds them; throws if one was not accepted. */
export async function reportAndFold(hub: TestHub, bearer: string, plays: readonly object[]): Promise<void> {
  const answer = await hub.json('POST', '/api/integration/plays', { bearer, body: plays })
  if (answer.status !== 200 || answer.body.accepted !== plays.length)
    throw new Error(`not accepted: ${JSON.stringify(answer.body).slice(0, 500)}`)
  await foldPlays(hub)
}
