import { fileURLToPath } from 'node:url'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Target } from '../harness/load.ts'
import { freePort, startProgram } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'
import { accounts, handWrittenData, hubData, tracksPerRelease } from './list-data.ts'

const limit = 50
const connections = 16

export const listSpeed: Goal = { id: 'P4', title: 'A page of releases, against a hand-written handler', run }

async function run(bench: Bench): Promise<Report> {
  const releases = bench.isQuick ? 20_000 : 100_000
  const targets = [await hubTarget(bench, releases), await handWrittenTarget(bench, releases)] as const
  const [ours, theirs] = await Promise.all(targets.map(pageOf))
  if (ours?.releases !== limit || theirs?.releases !== limit) throw new Error('A page is not full')
  const seconds = bench.isQuick ? 2 : 3
  const sides = targets.map((target) => ({
    name: target.url,
    measure: async () => (await bench.load.run(target, { connections, seconds })).perSecond,
  }))
  for (const side of sides) await side.measure()
  const [mine = [], hand = []] = await interleave(sides, bench.isQuick ? 3 : 7)
  const ratio = ratioOf(mine, hand)
  return {
    series: [
      { name: 'the hub', unit: 'pages/s', samples: mine },
      { name: 'Fastify + pg, JSON made by PostgreSQL', unit: 'pages/s', samples: hand },
      { name: 'the hub, size of a page', unit: 'kB', samples: [ours.bytes / 1000] },
      { name: 'Fastify + pg, size of a page', unit: 'kB', samples: [theirs.bytes / 1000] },
    ],
    verdicts: [{ goal: 'the hub / Fastify + pg', value: ratio.value, spread: ratio, atLeast: 0.7 }],
    notes: [
      `${limit} releases with ${tracksPerRelease} tracks each, of ${releases.toLocaleString('en-US')} releases in ${accounts} accounts; the same PostgreSQL, warm; ${bench.load.name}, ${connections} connections.`,
    ],
  }
}

async function hubTarget(bench: Bench, releases: number): Promise<Target> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('list')
  const hub = await startHub(bench, { databaseUrl, role: 'api' })
  const { accountId, headers } = await createAccess(bench, hub, databaseUrl)
  await postgres.execute(databaseUrl, hubData(accountId, releases))
  return { url: `${hub.url}/api/v1/music-distributor/releases?limit=${limit}`, headers }
}

async function handWrittenTarget(bench: Bench, releases: number): Promise<Target> {
  const { scratch } = bench
  const key = 'a-key-of-the-hand-written-handler'
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('list_by_hand')
  await postgres.execute(databaseUrl, handWrittenData(key, releases))
  const port = await freePort()
  const module = fileURLToPath(new URL('../limits/fastify-list.ts', import.meta.url))
  const { url } = await startProgram({
    scratch,
    module,
    args: [String(port), databaseUrl],
    port,
    readyPath: '/healthz',
  })
  return { url: `${url}/releases?limit=${limit}`, headers: { 'x-api-key': key } }
}

/** A look at what is being measured. */
async function pageOf({ url, headers }: Target): Promise<{ readonly releases: number; readonly bytes: number }> {
  const text = await (await fetch(url, { headers })).text()
  const { data = [] } = JSON.parse(text) as { data?: readonly { readonly tracks: readonly unknown[] }[] }
  const full = data.filter(({ tracks }) => tracks.length === tracksPerRelease)
  return { releases: full.length, bytes: Buffer.byteLength(text) }
}
