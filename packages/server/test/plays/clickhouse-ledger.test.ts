import { beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '../../src/features/plays/ledger/check-ledger.ts'
import { clickHouse } from '../../src/features/plays/ledger/clickhouse/clickhouse.ts'
import { clickHouseLedger } from '../../src/features/plays/ledger/clickhouse/clickhouse-ledger.ts'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay, PlaysLedger } from '../../src/features/plays/ledger/plays-ledger.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { type Asked, type ScriptedClickHouse, startScriptedClickHouse } from '../harness/clickhouse/scripted.ts'
import { createTestDatabase, freePort, startTestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

/** Requests to ClickHouse, and how its answers are handled. `npm run test:clickhouse` uses its real engine. */

const play = (id: string, members: Partial<NumberedPlay> = {}): NumberedPlay => ({
  ...{ id, trackId: 'trk_00000000000000000000000000', series: 7, lane: 0, atMs: Date.UTC(2026, 4, 10, 10, 0, 0, 250) },
  ...{ territory: 'DE', source: '', model: '', playedMs: null },
  ...members,
})

describe('what a ledger asks of ClickHouse', () => {
  let server: ScriptedClickHouse
  let opened: OpenDatabase
  let mark: string
  let warned: unknown[]
  const system = () => opened.database.system
  beforeEach(async () => {
    server = await startScriptedClickHouse()
    opened = await createTestDatabase()
    atEnd(opened.close)
    mark = (await system().row<{ mark: string }>('select mark from play_batch_numbers'))?.mark ?? ''
    warned = []
    server.answer = wellOtherwise()
  })
  /** The table exists; other queries call `answer`. */
  const wellOtherwise =
    (answer: ScriptedClickHouse['answer'] = () => undefined): ScriptedClickHouse['answer'] =>
    (asked) =>
      asked.query.includes('comment') ? { status: 200, body: `${JSON.stringify({ comment: mark })}\n` } : answer(asked)
  const onInsert = (answer: ScriptedClickHouse['answer']): void => {
    server.answer = wellOtherwise((asked) => (asked.query.startsWith('insert') ? answer(asked) : undefined))
  }
  const ledger = (): PlaysLedger => {
    const { database } = opened
    const settings = { url: server.url, user: 'hub', password: 'päss', database: 'plays' }
    const log = { ...silentLog, warn: (event: string, fields?: object) => void warned.push([event, fields]) }
    const earlier = pgLedger({ database, queue: concurrencyLimit(1), onCounted() {} })
    const parts = { clickHouse: clickHouse(settings), database, log, jobs: jobQueue(), earlier, onCounted() {} }
    const made = clickHouseLedger(parts)
    atEnd(() => made.close())
    return made
  }
  const batches = () =>
    system().rows(
      'select number::float8 as number, days::text[], plays, is_stored as stored from play_batches order by 1',
    )
  const counted = () =>
    system().rows('select day::text, territory, streams, timed, played_ms::int as ms from play_deltas order by 1, 2')
  const refused = {
    code: 'storage_unavailable',
    options: { retryAfterSeconds: 5, detail: 'The hub cannot reach the ClickHouse server for raw plays.' },
  }

  const onQuestion = (answer: (asked: Asked) => string | Promise<string>): void => {
    server.answer = wellOtherwise(async (asked) =>
      asked.query.includes('is_known') ? { status: 200, body: await answer(asked) } : undefined,
    )
  }
  const cell = (series: number, streams: number, found: number): string =>
    `${JSON.stringify({ day: '2026-05-10', series, territory: 'DE', source: '', model: '', streams, timed: 1, played_ms: 12, found })}\n`

  it('stores what comes within a moment as one batch, which is named before and answered for afterwards', async () => {
    let named: unknown
    onInsert(async () => {
      named = await batches()
      return undefined
    })
    const node = ledger()
    const hostile = `'); drop table spindle_plays; -- {x:String} "\\`
    const answers = await Promise.all([
      node.append('site-a', [play('one'), play('one', { territory: 'FR' }), play(hostile, { playedMs: 12 })]),
      node.append('site-b', [play('one', { atMs: Date.UTC(2026, 4, 9, 23, 59, 59, 999), model: 'free' })]),
    ])
    expect(answers).toEqual([
      { accepted: 3, duplicates: 0, dedup: 'later' },
      { accepted: 1, duplicates: 0, dedup: 'later' },
    ])
    const [batch, ...others] = await batches()
    expect(others).toEqual([])
    expect(batch).toEqual({ number: expect.any(Number), days: ['2026-05-10', '2026-05-09'], plays: 3, stored: true })
    const { number } = batch as { number: number }
    expect(named).toEqual([{ ...(batch as object), stored: false }])
    const [insert, ...more] = server.inserts()
    expect(more).toEqual([])
    expect(insert?.query).toBe(
      'insert into spindle_plays (property, id, day, at, series, territory, source, model, played_ms, batch) format JSONEachRow',
    )
    expect(insert?.values).toMatchObject({
      ...{ insert_deduplication_token: String(number), async_insert: '0', wait_end_of_query: '1' },
      ...{ database: 'plays', max_execution_time: '60' },
    })
    expect(insert?.authorization).toBe(`Basic ${Buffer.from('hub:päss').toString('base64')}`)
    const rest = { series: 7, territory: 'DE', source: '', model: '', played_ms: null, batch: number }
    const late = { day: '2026-05-10', at: '2026-05-10T10:00:00.250' }
    expect(
      insert?.rows
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { property: 'site-a', id: 'one', ...late, ...rest },
      { property: 'site-a', id: hostile, ...late, ...rest, played_ms: 12 },
      { property: 'site-b', id: 'one', day: '2026-05-09', at: '2026-05-09T23:59:59.999', ...rest, model: 'free' },
    ])
  })

  it('sends the same rows under the same token when an answer was lost', async () => {
    let lost = 0
    onInsert(() => (lost++ === 0 ? 'lost' : undefined))
    await ledger().append('site-a', [play('one')])
    const [first, second, ...more] = server.inserts()
    expect(more).toEqual([])
    expect(second).toEqual(first)
    expect(await batches()).toMatchObject([{ plays: 1, stored: true }])
  })

  it('answers for nothing that ClickHouse refused, and asks it again after five seconds', async () => {
    onInsert(() => ({
      status: 500,
      body: 'Code: 243. DB::Exception: Cannot reserve 1.00 MiB: (at row {"id":"secret"}). (NOT_ENOUGH_SPACE)',
    }))
    const node = ledger()
    const first = await node.append('site-a', [play('one')]).catch((error: unknown) => error)
    expect(first).toMatchObject({
      ...refused,
      cause: { message: 'ClickHouse answered 500: 243 NOT_ENOUGH_SPACE' },
    })
    expect(await batches()).toMatchObject([{ plays: 1, stored: false }])
    await expect(node.append('site-a', [play('one')])).rejects.toMatchObject(refused)
    expect(server.inserts()).toHaveLength(1)
    server.answer = wellOtherwise()
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 5_001)
    await node.append('site-a', [play('one')]).finally(() => clock.mockRestore())
    expect(await batches()).toMatchObject([{ stored: false }, { stored: true }])
    onQuestion(() => cell(1, 0, 1))
    await node.count()
    expect(await batches()).toMatchObject([{ stored: false }])
  })

  it('answers for nothing when both answers are lost', async () => {
    onInsert(() => 'lost')
    await expect(ledger().append('site-a', [play('one')])).rejects.toMatchObject(refused)
    expect(server.inserts()).toHaveLength(2)
    expect(await batches()).toMatchObject([{ stored: false }])
  })

  it('creates the table if it does not exist', async () => {
    let made = ''
    server.answer = ({ query }) => {
      if (query.includes('create table')) made = query
      return query.includes('select comment') && made !== ''
        ? { status: 200, body: `${JSON.stringify({ comment: mark })}\n` }
        : undefined
    }
    const node = ledger()
    await node.prepareDays([])
    expect(made).toContain(`comment '${mark}'`)
    await node.prepareDays([])
    expect(server.asked).toHaveLength(3)
  })

  it('is examined by doctor, which changes nothing', async () => {
    const settings = { url: server.url, user: 'hub', password: undefined, database: 'plays' }
    const check = (url = server.url) => checkLedger({ plays: 'clickhouse', clickHouse: { ...settings, url } }, system())
    server.answer = wellOtherwise(() => ({ status: 200, body: '{"version":"26.7"}\n' }))
    expect(await check()).toEqual({ isFine: true, text: `ClickHouse 26.7 at ${server.url}, table spindle_plays` })
    server.answer = ({ query }) =>
      query.includes('version') ? { status: 200, body: '{"version":"26.7"}\n' } : { status: 200, body: '' }
    expect(await check()).toMatchObject({
      text: `ClickHouse 26.7 at ${server.url}, table spindle_plays will be created with the first play`,
    })
    server.answer = () => ({ status: 403, body: 'Code: 516. DB::Exception: hub: Authentication failed.\n' })
    expect(await check()).toMatchObject({
      isFine: false,
      text: `the ClickHouse at ${server.url} cannot be used (ClickHouse answered 403: Code: 516. DB::Exception: hub: Authentication failed.)`,
    })
    const away = `http://127.0.0.1:${await freePort()}`
    expect(await check(away)).toMatchObject({
      isFine: false,
      text: expect.stringMatching(`^the ClickHouse at ${away} cannot be used \\(connect ECONNREFUSED`),
    })
    expect(server.asked.some(({ query }) => query.includes('create'))).toBe(false)
    expect(await checkLedger({ plays: 'pg', clickHouse: undefined }, system())).toEqual({
      isFine: true,
      text: 'in PostgreSQL',
    })
  })

  it('leaves the table of another hub alone', async () => {
    server.answer = () => ({ status: 200, body: '{"comment":"of somebody else"}\n' })
    const failed = await ledger()
      .append('site-a', [play('one')])
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'storage_unavailable',
      cause: {
        message: `the table spindle_plays in SPINDLE_CLICKHOUSE_DATABASE belongs to another hub: its comment is "of somebody else", not "${mark}". Fix: use a database of this hub; if the table belongs to this hub, run there: alter table spindle_plays modify comment '${mark}'`,
      },
    })
    expect(server.inserts()).toEqual([])
    expect(await batches()).toEqual([])
  })

  const realSeries = async (): Promise<number> => {
    const hub = await startTestHub({ role: 'api', overrides: { openDatabase: { ...opened, close: async () => {} } } })
    const { accountId } = await createTestAccount(hub)
    await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    return (await system().row<{ number: number }>('select number from play_series'))?.number ?? 0
  }

  it('counts what is new in the transaction that ends the batches', async () => {
    const series = await realSeries()
    const node = ledger()
    await node.append('site-a', [play('one'), play('two')])
    await node.append('site-a', [play('one')])
    const numbers = (await batches()).map((batch) => (batch as { number: number }).number)
    const questions: Asked[] = []
    onQuestion((asked) => {
      questions.push(asked)
      return cell(series, 2, 3) + cell(series, 0, 0)
    })
    await node.count()
    expect(questions).toHaveLength(1)
    expect(questions[0]?.values).toMatchObject({
      ...{
        param_days: "['2026-05-10']",
        param_counting: `[${numbers.join(',')}]`,
        param_countedTo: '0',
        param_open: '[]',
      },
      max_execution_time: '3600',
    })
    expect(await counted()).toEqual([{ day: '2026-05-10', territory: 'DE', streams: 2, timed: 1, ms: 12 }])
    expect(await batches()).toEqual([])
    await node.count()
    expect(questions).toHaveLength(1)
  })

  it('names the batches up to the last counted one that were not counted', async () => {
    const node = ledger()
    onInsert(() => ({ status: 500, body: '' }))
    await node.append('site-a', [play('unanswered')]).catch(() => undefined)
    server.answer = wellOtherwise()
    const other = ledger()
    await other.append('site-a', [play('one')])
    const [open, last] = (await batches()).map((batch) => (batch as { number: number }).number)
    onQuestion(() => cell(1, 0, 1))
    await other.count()
    await other.append('site-a', [play('two')])
    const questions: Asked[] = []
    onQuestion((asked) => {
      questions.push(asked)
      return cell(1, 0, 1)
    })
    await other.count()
    expect(questions[0]?.values).toMatchObject({ param_countedTo: String(last), param_open: `[${open}]` })
  })

  it('counts again from the beginning when another process has counted meanwhile', async () => {
    const series = await realSeries()
    const node = ledger()
    await node.append('site-a', [play('one')])
    let asked = 0
    onQuestion(async () => {
      if (asked++ === 0) await system().execute('update play_batch_numbers set rounds = rounds + 1')
      return cell(series, asked, 1)
    })
    await node.count()
    expect(await counted()).toMatchObject([{ streams: 2 }])
  })

  it('waits for a replica that does not show all of a batch, and not for longer than an hour', async () => {
    const series = await realSeries()
    const node = ledger()
    await node.append('site-a', [play('one'), play('two')])
    onQuestion(() => cell(series, 1, 1))
    await expect(node.count()).rejects.toThrow('ClickHouse returns only 1 of 2 stored plays')
    expect(await counted()).toEqual([])
    await system().execute(`update play_batches set registered_at = now() - interval '59 minutes'`)
    await expect(node.count()).rejects.toThrow('ClickHouse returns only 1 of 2 stored plays')
    await system().execute(`update play_batches set registered_at = now() - interval '61 minutes'`)
    await node.count()
    expect(await counted()).toMatchObject([{ streams: 1 }])
    expect(warned).toEqual([['plays.batch_incomplete', { stored: 2, found: 1 }]])
    expect(await batches()).toEqual([])
  })

  it('counts nothing of an answer that breaks off', async () => {
    const series = await realSeries()
    const node = ledger()
    await node.append('site-a', [play('one')])
    onQuestion(() => `${cell(series, 1, 1)}Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n`)
    await expect(node.count()).rejects.toThrow()
    expect(await counted()).toEqual([])
    expect(await batches()).toHaveLength(1)
  })
})
