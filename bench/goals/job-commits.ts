import { connectPostgres } from '../../packages/server/src/platform/database/postgres.ts'
import type { Transaction } from '../../packages/server/src/platform/database/sql.ts'
import { defineJob, jobQueue } from '../../packages/server/src/platform/jobs/jobs.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'

const connections = 16
const job = defineJob<object>('measureCommits')

export const jobCommits: Goal = { id: 'job-commits', title: 'Commits that enqueue a job, against plain ones', run }

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('jobs')
  // It makes the tables. No worker may take the jobs while they are counted.
  await (await startHub(bench, { databaseUrl, role: 'api' })).stop()
  await postgres.execute(databaseUrl, [
    'create table changes (id bigint generated always as identity primary key, what text)',
    'create table works (like graphile_worker._private_jobs including all)',
  ])
  const database = connectPostgres({
    connection: { connectionString: databaseUrl },
    maxConnections: connections,
    log: silentLog,
  })
  bench.scratch.onClose(() => database.close())
  const jobs = jobQueue()
  const seconds = bench.isQuick ? 1 : 3
  const side = (name: string, enqueue: (trx: Transaction) => Promise<unknown>) => ({
    name,
    async measure() {
      await postgres.execute(databaseUrl, ['truncate changes, works, graphile_worker._private_jobs'])
      const startMs = performance.now()
      let commits = 0
      const commit = async (): Promise<void> => {
        while (performance.now() - startMs < seconds * 1_000) {
          await database.transaction(async (trx) => {
            await trx.execute('insert into changes (what) values ($1)', ['something that needs a job'])
            await enqueue(trx)
          })
          commits++
        }
      }
      await Promise.all(Array.from({ length: connections }, commit))
      return commits / ((performance.now() - startMs) / 1_000)
    },
  })
  const sides = [
    side('plain', (trx) => trx.execute(`insert into works (task_id, payload) values (1, $1::json)`, ['{}'])),
    side('with a job', (trx) => jobs.enqueue(trx, job, {})),
    side('with a job that notifies', (trx) =>
      trx.execute(`select graphile_worker.add_job($1, '{}'::json)`, [job.name]),
    ),
  ]
  for (const { measure } of sides) await measure()
  const [plain = [], quiet = [], notifying = []] = await interleave(sides, bench.isQuick ? 3 : 6)
  const ratio = ratioOf(quiet, plain)
  return {
    series: [
      { name: 'a row, and a row like that of a job', unit: 'commits/s', samples: plain },
      { name: 'a row and a job', unit: 'commits/s', samples: quiet },
      { name: 'a row and a job, by add_job of the library', unit: 'commits/s', samples: notifying },
    ],
    verdicts: [{ goal: 'commits with a job / plain commits', value: ratio.value, spread: ratio, atLeast: 0.8 }],
    notes: [
      `${connections} connections of one process, each commit waits for the disk. The plain commit writes the same two rows, the second into a table like that of jobs with all its indexes; workers are told behind the commits, as in a hub.`,
    ],
  }
}
