import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startClickHouse } from '../harness/clickhouse/chdb.ts'
import { startTestHub } from '../harness/hub.ts'
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { createLiveRelease, type LiveRelease } from '../harness/live-releases.ts'
import { databaseUrl } from '../harness/operator.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'

/**
 * Every play twice, in an order of chance, to two hubs that are killed (-9) while plays are stored, counted and folded:
 * each counts once, whatever keeps them, and the answers are the same.
 */

const events = countFromEnvironment('PLAYS_EVENTS', { usual: 2_000, soak: 20_000 })
const kills = countFromEnvironment('KILL_ROUNDS', { usual: 3, soak: 20 })
const seed = seedFromEnvironment()
const token = 't'.repeat(40)
const senders = 4
const playsPerBatch = Math.min(5_000, Math.max(25, Math.ceil(events / 100)))
const territories = ['DE', 'FR', 'GB', 'US', 'JP'] as const
const firstDay = Date.now() - 6 * 86_400_000

/** The play of that number, always the same. */
const playOf = ({ trackIds }: LiveRelease, number: number): object => ({
  id: `play ${number}`,
  trackId: trackIds[number % trackIds.length],
  at: new Date(firstDay + (number % 5) * 86_400_000).toISOString(),
  territory: territories[number % 3],
  ...(number % 2 === 0 ? { playedMs: number % 1_000 } : {}),
})

/** What PostgreSQL, a lake and ClickHouse must all answer: day, territory, streams and time, counted by hand. */
function expectedRows(): string[] {
  const cells = new Map<string, { streams: number; playedMs: number }>()
  for (let number = 0; number < events; number++) {
    const day = new Date(firstDay + (number % 5) * 86_400_000).toISOString().slice(0, 10)
    const key = `${day} ${territories[number % 3]}`
    const cell = cells.get(key) ?? { streams: 0, playedMs: 0 }
    cells.set(key, cell)
    cell.streams++
    if (number % 2 === 0) cell.playedMs += number % 1_000
  }
  return [...cells].map(([key, { streams, playedMs }]) => `${key} ${streams} ${playedMs}`).sort()
}

/** Numbers of plays, each twice. */
function shuffled(random: Random): Uint32Array {
  const numbers = Uint32Array.from({ length: 2 * events }, (_, index) => index % events)
  for (let last = numbers.length - 1; last > 0; last--) {
    const other = random.integer(0, last)
    const number = numbers[last] ?? 0
    numbers[last] = numbers[other] ?? 0
    numbers[other] = number
  }
  return numbers
}

interface Ledger {
  readonly name: string
  readonly dedup: object
  settings(): Promise<Environment & Readonly<Record<string, string>>>
}

const later = { dedup: 'later' }
const ledgers: readonly Ledger[] = [
  { name: 'PostgreSQL', dedup: {}, settings: async () => ({}) },
  { name: 'a lake', dedup: later, settings: async () => ({ SPINDLE_PLAYS: 'lake' }) },
  ...(process.env.CLICKHOUSE_ENGINE
    ? [{ name: 'ClickHouse', dedup: later, settings: async () => (await startClickHouse()).environment() }]
    : []),
]
if (!process.env.CLICKHOUSE_ENGINE)
  console.warn('Plays were not killed on their way into ClickHouse: npm run test:clickhouse does that.')

const options = { timeout: 300_000 + kills * 30_000 + events * 2 }
it.each(ledgers)(
  `$name loses and doubles nothing of ${events} plays in ${kills} kills (seed ${seed})`,
  options,
  async ({ name, dedup, settings: ledgerSettings }) => {
    const random = createRandom(seed).fork('ledger')
    const settings = {
      ...(await ledgerSettings()),
      SPINDLE_SECRET: 's'.repeat(32),
      SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`,
    }
    const witness = await startTestHub({ role: 'api', environment: settings })
    const account = await createTestAccount(witness)
    const trackTitles = ['One', 'Two', 'Three', 'Four']
    const release = await createLiveRelease(witness, {
      accountId: account.accountId,
      properties: ['site-a'],
      trackTitles,
    })
    const { dataDir, opened } = witness
    const start = (): Promise<HubProcess> =>
      startHubProcess({
        dataDir,
        environment: { ...settings, DATABASE_URL: databaseUrl(opened.connection), SPINDLE_DATABASE_POOL: '4' },
      })
    const hubs = [await start(), await start()]
    const send = async (numbers: Uint32Array): Promise<boolean> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify([...numbers].map((number) => playOf(release, number)))
      const { url } = random.pick(hubs)
      const answer = await fetch(`${url}/api/integration/plays`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      // What had no answer is sent again, to one hub or the other, and so is what is not taken for now.
      const text = await answer?.text().catch(() => undefined)
      if (answer === undefined || text === undefined || answer.status === 503) return false
      const { accepted, duplicates, ...told } = JSON.parse(text)
      expect({ ...told, plays: accepted + duplicates }).toEqual({ ...dedup, refused: [], plays: numbers.length })
      return true
    }
    const order = shuffled(random)
    let next = 0
    let unanswered = 0
    let hasFailed = false
    const sendAll = async (): Promise<void> => {
      while (next < order.length) {
        const numbers = order.subarray(next, next + playsPerBatch)
        next += playsPerBatch
        while (!(await send(numbers))) {
          if (hasFailed) return
          unanswered++
          await sleep(20)
        }
      }
    }
    const killAt = Array.from({ length: kills }, () => random.integer(0, order.length - 1)).sort((a, b) => a - b)
    const killing = killHubs({ hubs, start, killAt, random, progress: () => (hasFailed ? undefined : next) })
    try {
      await Promise.all([killing, ...Array.from({ length: senders }, sendAll)])
    } finally {
      hasFailed = true
      await killing.catch(() => undefined)
      await Promise.all(hubs.map((hub) => hub.stop()))
    }
    await witness.hub.plays.fold()
    const [from, to] = [firstDay, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10))
    const query = `from=${from}&to=${to}&metrics=streams,playedMs&groupBy=territory&limit=100`
    const { body } = await witness.json('GET', `/api/v1/distributor/analytics?${query}`, { key: await account.key() })
    const rows: readonly Row[] = body.data
    expect(body.totals.streams).toBe(events)
    expect(rows.map(rowOf).sort()).toEqual(expectedRows())
    console.log(
      `${name}: seed ${seed}, ${events} plays twice, ${kills} kills, ${unanswered} batches sent again, 0 lost, 0 doubled`,
    )
  },
)

interface Row {
  readonly date: string
  readonly group: { readonly territory: string }
  readonly metrics: { readonly streams: number; readonly playedMs: number }
}
const rowOf = ({ date, group: { territory }, metrics: { streams, playedMs } }: Row): string =>
  `${date} ${territory} ${streams} ${playedMs}`

interface Killing {
  readonly hubs: HubProcess[]
  start(): Promise<HubProcess>
  /** By how much has been sent: a fast machine is hit as often as a slow one. */
  readonly killAt: readonly number[]
  readonly random: Random
  /** Undefined when the test is over. */
  progress(): number | undefined
}

async function killHubs({ hubs, start, killAt, random, progress }: Killing): Promise<void> {
  for (const at of killAt) {
    while ((progress() ?? at) < at) await sleep(5)
    if (progress() === undefined) return
    const victim = random.integer(0, hubs.length - 1)
    await hubs[victim]?.kill()
    hubs[victim] = await start()
  }
}
