import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { hubModuleOf, startHub } from '../harness/hub.ts'
import type { Target } from '../harness/load.ts'
import { mixTraffic, releasesPath } from '../harness/mixed-traffic.ts'
import { processorSeconds } from '../harness/processor.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { ratioOf } from '../harness/statistics.ts'
import type { SourceFile } from '../harness/tus-client.ts'
import { startHubForUploads } from './upload-servers.ts'
import { measureUpload } from './upload-speed.ts'
import { bearer, verifyPath, verifyToken } from './verify-requests.ts'

export const earlierVersion: Goal = { id: 'earlier-version', title: 'This version beside an earlier one', run }

const startsOf = ({ isQuick }: Bench): number => (isQuick ? 2 : 6)

const connections = { lists: 16, verify: 32 }

/** A version of the hub, for everything that starts one. */
interface Version {
  readonly name: string
  readonly bench: Bench
}

async function run(bench: Bench): Promise<Report> {
  const checkout = process.env.BENCH_EARLIER
  if (!checkout)
    throw new Error('Set BENCH_EARLIER to a checkout of the earlier version in which `npm ci` has been run.')
  const versions: readonly Version[] = [
    { name: 'now', bench },
    { name: 'earlier', bench: { ...bench, hubModule: hubModuleOf(checkout) } },
  ]
  await requireRoom(bench, 3 * 1024 * mebibyte)
  const source = await writeSourceFile(bench, (bench.isQuick ? 256 : 1024) * mebibyte)
  const [uploads = [], lists = [], listCosts = [], verify = [], verifyCosts = []] = await measureStarts(
    bench,
    versions,
    source,
  )
  return {
    series: [
      ...toSeries('pages of 50 releases', 'pages/s', lists),
      ...toSeries('verify', 'requests/s', verify),
      ...toSeries('processor time of a page', 'µs', listCosts),
      ...toSeries('processor time of a verify', 'µs', verifyCosts),
      ...toSeries('uploads', 'MiB/s', uploads),
    ],
    verdicts: [
      verdictOf('lists, now / earlier', lists),
      verdictOf('verify, now / earlier', verify),
      verdictOf('uploads, now / earlier', uploads),
      verdictOf('processor time of a page, earlier / now', listCosts.toReversed()),
      verdictOf('processor time of a verify, earlier / now', verifyCosts.toReversed()),
    ],
    notes: [
      `One node of each version, each with a database of its own, ${process.env.BENCH_EARLIER_NAME ?? 'an earlier commit'} beside this one. Lists and verify with the role all, ${connections.lists} and ${connections.verify} connections, ${bench.load.name}, after seconds of creates, lists and pages, and with the statistics of the tables; uploads with the role api, in one PATCH. Each version was started ${startsOf(bench)} times, in turn the first: what the compiler of JavaScript finds differs from process to process of one version by more than is asked here. Processor time is that of the process of the hub: it does not depend on what the load generator and PostgreSQL take of the same cores.`,
    ],
  }
}

/** Of uploads, lists, the cost of lists, verify and its cost. */
async function measureStarts(bench: Bench, versions: readonly Version[], source: SourceFile) {
  const all = Array.from({ length: 5 }, () => versions.map((): number[] => []))
  for (let start = 0; start < startsOf(bench); start++) {
    const isReversed = start % 2 === 1
    const inTurn = isReversed ? versions.toReversed() : versions
    const measured = [await measureUploads(inTurn, source), ...(await measureRequests(bench, inTurn))]
    for (const [what, samples] of measured.entries())
      for (const [version, values] of (isReversed ? samples.toReversed() : samples).entries())
        all[what]?.[version]?.push(...values)
  }
  return all
}

async function measureRequests(bench: Bench, versions: readonly Version[]): Promise<readonly Samples[]> {
  const hubs = await Promise.all(versions.map(startForRequests))
  const seconds = bench.isQuick ? 1 : 3
  const compare = async (connected: number, targetOf: (hub: (typeof hubs)[number]) => Target): Promise<Samples[]> => {
    const costs = hubs.map((): number[] => [])
    const rates = await measureInTurn(
      hubs.map((hub, index) => async () => {
        const before = processorSeconds(hub.pid)
        const { perSecond } = await bench.load.run(targetOf(hub), { connections: connected, seconds })
        costs[index]?.push(((processorSeconds(hub.pid) - before) * 1e6) / (perSecond * seconds))
        return perSecond
      }),
    )
    return [rates, costs.map(([, ...measured]) => measured)]
  }
  const lists = await compare(connections.lists, ({ url, headers }) => ({
    url: `${url}${releasesPath}?limit=50`,
    headers,
  }))
  const verify = await compare(connections.verify, ({ url }) => ({
    url: url + verifyPath,
    headers: bearer(verifyToken),
  }))
  for (const { stop } of hubs) await stop()
  return [...lists, ...verify]
}

async function startForRequests({ name, bench }: Version) {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase(`requests_${name}`)
  const hub = await startHub(bench, {
    databaseUrl,
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${verifyToken}`, SPINDLE_PUBLIC_URL: 'http://hub.example' },
  })
  const access = await createAccess(bench, hub, databaseUrl)
  await mixTraffic(bench, hub, access)
  await postgres.execute(databaseUrl, ['analyze'])
  return { url: hub.url, pid: hub.pid, headers: access.headers, stop: () => hub.stop() }
}

async function measureUploads(versions: readonly Version[], source: SourceFile): Promise<Samples> {
  const hubs = await Promise.all(
    versions.map((version) => startHubForUploads(version.bench, 'api', {}, `uploads_${version.name}`)),
  )
  const samples = await measureInTurn(hubs.map((hub) => () => measureUpload(hub, source)))
  for (const { program } of hubs) await program.stop()
  return samples
}

async function measureInTurn(measures: readonly (() => Promise<number>)[]) {
  const sides = measures.map((measure, index) => ({ name: String(index), measure }))
  for (const side of sides) await side.measure()
  return interleave(sides, 3)
}

type Samples = readonly (readonly number[])[]

const toSeries = (name: string, unit: string, [now = [], earlier = []]: Samples) => [
  { name: `${name}, now`, unit, samples: now },
  { name: `${name}, earlier`, unit, samples: earlier },
]

function verdictOf(goal: string, [over = [], under = []]: Samples) {
  const ratio = ratioOf(over, under)
  return { goal, value: ratio.value, spread: ratio, atLeast: 0.98 }
}
