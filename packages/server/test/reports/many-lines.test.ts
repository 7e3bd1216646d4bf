import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { dsrSales, dsrSummary, financialReport } from '../harness/dsr-files.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { operatorOf } from '../harness/operator.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'

/** As many lines as a store sends in a month: `REPORT_LINES=1000000 npm test -- reports/many-lines`. */

const count = countFromEnvironment('REPORT_LINES', { usual: 12_000, soak: 1_000_000 })
const seed = seedFromEnvironment()
const isrcs = Array.from({ length: 40 }, (_, index) => `ZZABC26${String(index).padStart(5, '0')}`)
const territories = ['DE', 'FR', 'JP', 'US'] as const
const currencies = ['EUR', 'USD'] as const

/** What was written, added up without a database. */
class Sums {
  streams = 0n
  /** In units of ten to the minus eight. */
  readonly revenue = new Map<string, bigint>(currencies.map((currency) => [currency, 0n]))

  add(streams: number, units: number, currency: string): void {
    this.streams += BigInt(streams)
    this.revenue.set(currency, (this.revenue.get(currency) ?? 0n) + BigInt(units))
  }

  money = () =>
    [...this.revenue]
      .map(([currency, units]) => ({ amount: decimal(units), currency }))
      .filter(({ amount }) => amount !== decimal(0n))
}

const decimal = (units: bigint): string => {
  const digits = String(units).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

describe('a report of many lines', () => {
  let hub: TestHub
  let key: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-lines-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    hub = await startTestHub({ role: 'api' })
    const account = await createTestAccount(hub)
    key = await account.key(['analytics:read'])
    // One code in four is unknown.
    for (const isrc of isrcs.filter((_, index) => index % 4 !== 0))
      await createLiveRelease(hub, { accountId: account.accountId, isrcs: [isrc] })
  })

  /** Calls `write` for each of our lines, and returns their sums. */
  function* lines(sums: { own: Sums; all: Sums }, format: (sale: Sale) => string): Generator<string> {
    const random = createRandom(seed)
    for (let number = 0; number < count; number++) {
      const place = random.integer(0, isrcs.length - 1)
      const sale = {
        isrc: isrcs[place] ?? '',
        territory: random.integer(0, territories.length - 1),
        currency: random.integer(0, currencies.length - 1),
        streams: random.integer(1, 1000),
        units: random.integer(1, 100_000_000),
      }
      for (const sum of place % 4 === 0 ? [sums.all] : [sums.all, sums.own])
        sum.add(sale.streams, sale.units, currencies[sale.currency] ?? '')
      yield format(sale)
    }
  }

  interface Sale {
    readonly isrc: string
    readonly territory: number
    readonly currency: number
    readonly streams: number
    readonly units: number
  }

  async function bring(file: string, ...more: readonly string[]): Promise<string> {
    const startMs = performance.now()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
    const { code, out, err } = await operatorOf(hub)('reports', 'import', file, ...more)
    clearInterval(watch)
    expect([code, err]).toEqual([0, []])
    const seconds = (performance.now() - startMs) / 1000
    console.log(
      `seed ${seed}: ${count} lines in ${seconds.toFixed(1)} s, ${((most - before) / 2 ** 20).toFixed(0)} MiB more`,
    )
    return out.join('\n')
  }

  const ask = async () =>
    (await hub.json('GET', '/api/v1/distributor/analytics?kind=report&from=2026-01-01&to=2026-12-31', { key })).body
      .totals

  it('of a table is added up to the last digit', async () => {
    const file = join(folder, 'table.csv')
    const sums = { own: new Sums(), all: new Sums() }
    const written = lines(
      sums,
      ({ isrc, territory, currency, streams, units }) =>
        `${isrc},2026-03,${territories[territory]},"Night, Drive",${streams},${decimal(BigInt(units))},${currencies[currency]}\n`,
    )
    await pipeline(
      Readable.from(
        (function* () {
          yield 'isrc,period,territory,title,streams,revenue,currency\n'
          yield* written
        })(),
      ),
      createWriteStream(file),
    )
    const shown = await bring(file, '--source', 'table')
    expect(await ask()).toEqual({ streams: Number(sums.own.streams), revenue: sums.own.money() })
    expect(shown).toContain(`${count} lines`)
    await operatorOf(hub)('reports', 'undo', /rpt_\w+/.exec(shown)?.[0] ?? '')
    expect(await ask()).toEqual({})
  }, 600_000)

  it('of DDEX is added up to the last digit', async () => {
    const file = join(folder, 'dsr.tsv')
    const sums = { own: new Sums(), all: new Sums() }
    const summaries = territories.flatMap((territory, place) =>
      currencies.map((currency, index) => dsrSummary({ id: `${place}-${index}`, territory, currency })),
    )
    const [head = '', , foot = ''] = financialReport([''], {
      lines: count + summaries.length + 2,
      summaries: summaries.length,
    }).split('\n')
    const written = lines(sums, ({ isrc, territory, currency, streams, units }) => {
      const revenue = decimal(BigInt(units))
      return `${dsrSales({ summary: `${territory}-${currency}`, isrc, usages: String(streams), revenue })}\n`
    })
    await pipeline(
      Readable.from(
        (function* () {
          yield `${[head, ...summaries].join('\n')}\n`
          yield* written
          yield `${foot}\n`
        })(),
      ),
      createWriteStream(file),
    )
    await bring(file, '--source', 'shop', '--preset', 'dsr')
    expect(await ask()).toEqual({ streams: Number(sums.own.streams), revenue: sums.own.money() })
  }, 600_000)
})
