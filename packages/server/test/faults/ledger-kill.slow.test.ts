import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { listAll } from '../harness/api-client.ts'
import { startClickHouse } from '../harness/clickhouse/chdb.ts'
import { databaseSettings } from '../harness/connect.ts'
import { startTestHub } from '../harness/hub.ts'
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { createLiveRelease, type LiveRelease } from '../harness/live-releases.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'

/**
 * Sends every play twice, in random order, to two nodes; they and their worker are killed (-9) while plays are stored,
 * counted and folded. Each counts once, with any ledger. A play is derived from its number and the seed, so that ten
 * million need no memory.
 */

const events = countFromEnvironment('PLAYS_EVENTS', { usual: 2_000, soak: 20_000 })
const kills = countFromEnvironment('KILL_ROUNDS', { usual: 3, soak: 20 })
const seed = seedFromEnvironment()
const token = 't'.repeat(40)
const roles = ['api', 'api', 'worker'] as const
const senders = 4
const mostPerBatch = Math.min(10_000, Math.max(25, Math.ceil(events / 50)))
const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const days = Array.from({ length: 5 }, (_, index) => today - (index + 1) * dayMs)
const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
const territories = ['DE', 'FR', 'GB', 'JP', 'US']

interface Play {
  /** Positions in the lists above. */
  readonly track: number
  readonly day: number
  readonly territory: number
  readonly timeMs: number
  readonly playedMs: number | undefined
}

/** The play of that number, always the same. */
function playOf(number: number): Play {
  const random = createRandom(seed + number)
  const among = (items: readonly unknown[]): number => random.integer(0, items.length - 1)
  return {
    track: among(titles),
    day: among(days),
    territory: among(territories),
    timeMs: random.integer(0, dayMs - 1),
    playedMs: random.chance(0.5) ? random.integer(0, 300_000) : undefined,
  }
}

function eventOf({ trackIds }: LiveRelease, number: number): object {
  const { track, day, territory, timeMs, playedMs } = playOf(number)
  return {
    id: `play ${number}`,
    trackId: trackIds[track],
    at: new Date((days[day] ?? 0) + timeMs).toISOString(),
    territory: territories[territory],
    ...(playedMs === undefined ? {} : { playedMs }),
  }
}

/** The expected answer of every ledger: day, track, territory, streams and time, counted from the plays. */
function expectedRows(): string[] {
  const cellCount = days.length * titles.length * territories.length
  const [streams, playedMs] = [new Float64Array(cellCount), new Float64Array(cellCount)]
  for (let number = 0; number < events; number++) {
    const play = playOf(number)
    const cell = (play.day * titles.length + play.track) * territories.length + play.territory
    streams[cell] = (streams[cell] ?? 0) + 1
    playedMs[cell] = (playedMs[cell] ?? 0) + (play.playedMs ?? 0)
  }
  const names = days.flatMap((day) =>
    titles.flatMap((title) => territories.map((territory) => `${dateOf(day)} ${title} ${territory}`)),
  )
  return names
    .map((name, cell) => `${name} ${streams[cell]} ${playedMs[cell]}`)
    .filter((_, cell) => streams[cell])
    .sort()
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

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
  console.warn('Plays were not killed on their way into ClickHouse: npm run test:plays does that.')

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
    const release = await createLiveRelease(witness, {
      accountId: account.accountId,
      properties: ['site-a'],
      trackTitles: titles,
    })
    const { dataDir, opened } = witness
    const environment = { ...settings, ...databaseSettings(opened.connection), SPINDLE_DATABASE_POOL: '4' }
    const start = (role: Role): Promise<HubProcess> => startHubProcess({ dataDir, role, environment })
    const hubs = await Promise.all(roles.map(start))
    const send = async (numbers: Uint32Array): Promise<boolean> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify(Array.from(numbers, (number) => eventOf(release, number)))
      const { url } = random.pick(hubs.filter((_, index) => roles[index] === 'api'))
      const answer = await fetch(`${url}/api/integration/plays`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      // Plays without an answer are sent again, to either hub, and so are those that are not accepted for now.
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
    const killAt = Array.from({ length: kills }, () => random.integer(0, order.length - 1)).sort((a, b) => a - b)
    const killed = { api: 0, worker: 0 }
    // Restarting a process is slower than sending: no kill happens after everything is stored.
    const isAhead = (): boolean =>
      next > (killAt[killed.api + killed.worker] ?? Number.POSITIVE_INFINITY) + senders * mostPerBatch
    const sendAll = async (): Promise<void> => {
      for (;;) {
        while (isAhead() && !hasFailed) await sleep(5)
        if (next >= order.length) return
        const numbers = order.subarray(next, next + random.integer(1, mostPerBatch))
        next += numbers.length
        while (!(await send(numbers))) {
          if (hasFailed) return
          unanswered++
          await sleep(20)
        }
      }
    }
    const began = performance.now()
    let sentMs = 0
    const sending = Promise.all(Array.from({ length: senders }, sendAll)).then(() => {
      sentMs = performance.now() - began
    })
    const killing = killHubs({ hubs, start, killAt, killed, random, progress: () => (hasFailed ? undefined : next) })
    try {
      await Promise.all([killing, sending])
    } finally {
      hasFailed = true
      await killing.catch(() => undefined)
      await Promise.all(hubs.map((hub) => hub.stop()))
    }
    const sent = performance.now()
    await witness.hub.plays.fold()
    const foldedMs = performance.now() - sent
    const query = `from=${dateOf(days.at(-1) ?? 0)}&to=${dateOf(today)}&metrics=streams,playedMs&groupBy=track,territory`
    const rows: readonly Row[] = await listAll(witness.url, `/api/v1/distributor/analytics?${query}`, {
      key: await account.key(),
    })
    expect(rows.map((row) => textOf(row, release)).sort()).toEqual(expectedRows())
    const perSecond = Math.round((2 * events) / (sentMs / 1_000))
    console.log(
      `${name}: seed ${seed}, ${events} plays twice in ${seconds(sentMs)} (${perSecond}/s), folded in ${seconds(foldedMs)}, ` +
        `${JSON.stringify(killed)} killed, ${unanswered} batches sent again, 0 lost, 0 doubled`,
    )
  },
)

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

interface Row {
  readonly date: string
  readonly group: { readonly track: string; readonly territory: string }
  /** Without a duration if no play had one. */
  readonly metrics: { readonly streams: number; readonly playedMs?: number }
}
const textOf = ({ date, group, metrics }: Row, { trackIds }: LiveRelease): string =>
  `${date} ${titles[trackIds.indexOf(group.track)]} ${group.territory} ${metrics.streams} ${metrics.playedMs ?? 0}`

type Role = (typeof roles)[number]

interface Killing {
  readonly hubs: HubProcess[]
  start(role: Role): Promise<HubProcess>
  /** By the number of plays sent: a fast machine is hit as often as a slow one. */
  readonly killAt: readonly number[]
  /** The number so far. */
  readonly killed: Record<Role, number>
  readonly random: Random
  /** Undefined if the test is over. */
  progress(): number | undefined
}

async function killHubs({ hubs, start, killAt, killed, random, progress }: Killing): Promise<void> {
  for (const at of killAt) {
    while ((progress() ?? at) < at) await sleep(5)
    if (progress() === undefined) return
    const victim = random.integer(0, roles.length - 1)
    const role = roles[victim] ?? 'api'
    await hubs[victim]?.kill()
    killed[role]++
    hubs[victim] = await start(role)
  }
}
