import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { isAdvisoryLockAwaited } from '../harness/advisory-locks.ts'
import { eventually } from '../harness/eventually.ts'
import type { JsonAnswer } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { reportsPath } from '../harness/own-reports.ts'
import { idOf, type ReportHub, startReportHub, table } from '../harness/report-hub.ts'
import { createTusUpload } from '../harness/tus-client.ts'

/** Reports that an account imports itself. */

const year = 'kind=report&from=2026-01-01&to=2026-12-31'

describe('reports of an account', () => {
  let given: ReportHub
  let key: string
  let otherKey: string
  beforeAll(async () => {
    given = await startReportHub()
    key = await given.account.key()
    otherKey = await given.other.key()
  })
  const send = (method: string, path: string, body?: object, as = key) =>
    given.hub.json(method, path, { key: as, body })
  const upload = async (content: string | Buffer, as = key): Promise<string> => {
    const bytes = Buffer.from(content)
    const file = { size: bytes.length, filename: 'march.csv', kind: 'report', bytes }
    const { uploadId } = await createTusUpload(given.hub.url, as, file)
    const { body } = await send('GET', `/api/v1/distributor/uploads/${uploadId}`, undefined, as)
    expect([body.kind, body.status, body.technical]).toEqual(['report', 'ready', null])
    return uploadId
  }
  const bring = async (content: string | Buffer, more: object = {}, as = key): Promise<JsonAnswer> =>
    send('POST', reportsPath, { uploads: [await upload(content, as)], source: 'store', ...more }, as)
  const undo = (id: string, as = key) => send('DELETE', `${reportsPath}/${id}`, undefined, as)
  const totals = async (as = key) => (await given.ask(year, as)).totals
  /** Everything that the two accounts can read. */
  const answers = async (): Promise<string> =>
    JSON.stringify(
      await Promise.all(
        [key, otherKey].flatMap((as) => [
          given.ask(year, as),
          given.ask(`${year}&groupBy=track,outlet`, as),
          given.ask(`${year}&groupBy=release,territory&granularity=total`, as),
          given.ask(`${year}&format=csv&groupBy=track`, as),
          given.ask('groupBy=track', as),
          send('GET', reportsPath, undefined, as).then(({ body }) => body),
        ]),
      ),
    )
  const march = table(
    'ZZ-ABC-26-00001,,Intro,big,DE,2026-03,100,,0.10,EUR',
    ',200000000011,EP,big,DE,2026-03,,-1,-7.5,EUR',
    'ZZOTH2600001,,Other,big,DE,2026-03,5,,0.01,EUR',
    'ZZXXX2600001,,أغنية,big,DE,2026-03,7,,0.07,USD',
  )
  afterEach(async () => {
    await given.undoAll()
    for (const as of [key, otherKey])
      for (const { id, actor } of (await send('GET', reportsPath, undefined, as)).body.data)
        if (actor.type === 'account') await undo(id, as)
  })

  it('count for its own releases alone, and are undone without a trace', async () => {
    const before = await answers()
    const { status, body } = await bring(march)
    expect(status).toBe(201)
    const said = { streams: 100, downloads: -1, revenue: [{ amount: '-7.40', currency: 'EUR' }] }
    expect(await totals()).toEqual(said)
    // Lines about recordings of other accounts do not count for this account.
    expect(await totals(otherKey)).toEqual({})
    expect((await given.operator('reports', 'list')).out).toEqual([])
    expect((await undo(body.id)).status).toBe(200)
    expect(await answers()).toBe(before)
  })

  it('are seen, previewed and undone only by their account', async () => {
    const id = await upload(march)
    const { body } = await send('POST', reportsPath, { uploads: [id], source: 'store' })
    for (const [method, path] of [
      ['GET', `${reportsPath}/${body.id}`],
      ['GET', `${reportsPath}/${body.id}/waiting`],
      ['DELETE', `${reportsPath}/${body.id}`],
    ] as const)
      expect(await send(method, path, undefined, otherKey)).toMatchObject({
        status: 404,
        body: { error: 'report_not_found' },
      })
    for (const path of [reportsPath, `${reportsPath}/preview`])
      expect(await send('POST', path, { uploads: [id], source: 'store' }, otherKey)).toMatchObject({
        status: 422,
        body: { error: 'upload_reference_unknown', errors: [{ pointer: '/uploads/0' }] },
      })
    expect((await send('GET', reportsPath, undefined, otherKey)).body.data).toEqual([])
    for (const [command, words] of [
      ['show', 'Unknown report'],
      ['undo', 'Unknown report'],
    ] as const)
      expect((await given.operator('reports', command, body.id)).err.join()).toContain(words)
    // The same bytes are another report of another account.
    const other = await bring(march, {}, otherKey)
    expect(other).toMatchObject({ status: 201, body: { lines: 1, totals: { streams: 5 }, waitingLines: 3 } })
    expect(other.body.id).not.toBe(body.id)
    expect(await totals()).toMatchObject({ streams: 100 })
    await undo(other.body.id, otherKey)
    expect(await totals()).toMatchObject({ streams: 100 })
  })

  it('are also separated by row-level security', async () => {
    const { body } = await bring(march)
    const { database } = given.hub.opened
    const seen = (accountId: typeof given.account.accountId) =>
      database.tenantTransaction(accountId, ({ transaction }) =>
        transaction.rows<{ name: string }>(
          `select 'reports' as name from reports where id = $1
           union all select 'waiting' from unmatched_report_cells where report_id = $1`,
          [body.id],
        ),
      )
    expect(await seen(given.other.accountId)).toEqual([])
    expect(await seen(given.account.accountId)).toHaveLength(3)
    await expect(
      database.system.execute(
        `insert into report_cells (account_id, report_id, report_owner, release_id, store, territory, model, period_start,
                                   period_end, lines)
         values ($1, $2, $3, 'rel_x', 'big', '', '', '2026-03-01', '2026-03-31', 1)`,
        [given.other.accountId, body.id, given.account.accountId],
      ),
    ).rejects.toThrow(/violates check constraint/)
  })

  it('and those of the operator never count the same time twice unasked', async () => {
    const byOperator = table('ZZABC2600001,,,big,DE,2026-03,10,,,', 'ZZOTH2600001,,,big,DE,2026-03,4,,,')
    const id = idOf(await given.bring(byOperator))
    const mine = table('ZZABC2600001,,,big,DE,2026-03,9,,,')
    for (const overlap of [undefined, 'replace'])
      expect(await bring(mine, overlap === undefined ? {} : { overlap })).toMatchObject({
        status: 409,
        body: { error: 'report_conflict', reportId: id, detail: expect.stringContaining('imported by the operator') },
      })
    expect(await undo(id)).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    expect(await totals()).toEqual({ streams: 10 })
    // A report about others only does not concern this account.
    await given.operator('reports', 'undo', id)
    const { body } = await bring(mine)
    expect(body).toMatchObject({ lines: 1 })
    // The operator's lines for the same time wait while the account's own report counts; others get theirs.
    const later = await given.bring(byOperator)
    expect(later.out.join('\n')).toContain('no account  1 line, 10 streams')
    expect([await totals(), await totals(otherKey)]).toEqual([{ streams: 9 }, { streams: 4 }])
    expect(await given.hub.hub.reports.match()).toBe(0)
    await undo(body.id)
    expect(await given.hub.hub.reports.match()).toBe(1)
    expect(await totals()).toEqual({ streams: 10 })
  })

  it('wait for later releases of the account, and of no other account', async () => {
    const third = await createTestAccount(given.hub, 'Third Records')
    const thirdKey = await third.key()
    const { body } = await bring(table('ZZNEW2600001,,Later,big,DE,2026-03,9,,,'), {}, thirdKey)
    expect(body).toMatchObject({ lines: 0, waitingLines: 1 })
    await createLiveRelease(given.hub, {
      accountId: given.other.accountId,
      isrcs: ['ZZNEW2600001'],
      gtin14: '00200000000028',
    })
    expect(await given.hub.hub.reports.match()).toBe(0)
    // Two accounts have it now: in an account's own report only its releases count.
    await createLiveRelease(given.hub, { accountId: third.accountId, isrcs: ['ZZNEW2600001'] })
    expect(await given.hub.hub.reports.match()).toBe(1)
    expect(await totals(thirdKey)).toEqual({ streams: 9 })
    expect(await totals(otherKey)).toEqual({})
  })

  it('are read one after the other, and only if their uploads exist', async () => {
    const { database } = given.hub.opened
    const waitsForLock = () => isAdvisoryLockAwaited(database.system)
    const [first, second] = [await upload(march), await upload(`${march}\n`)]
    const create = (id: string, as = key) => send('POST', reportsPath, { uploads: [id], source: 'store' }, as)
    const { promise: isDone, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const holding = database.transaction(async (trx) => {
      await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.reports'))`)
      held()
      await isDone
    })
    await isHeld
    const waiting = create(first)
    await eventually(waitsForLock, { what: 'the first report to wait' })
    expect(await create(second)).toMatchObject({
      status: 429,
      headers: expect.toSatisfy((headers: Headers) => headers.get('retry-after') === '2'),
      body: { error: 'rate_limited', detail: expect.stringContaining('Another report of the account') },
    })
    const unknown = { status: 422, body: { error: 'upload_reference_unknown' } }
    expect(await create('upl_01J00000000000000000000000')).toMatchObject(unknown)
    expect(await create(first, otherKey)).toMatchObject(unknown)
    letGo()
    await holding
    expect(await waiting).toMatchObject({ status: 201 })
    expect(await create(second)).toMatchObject({ status: 409, body: { error: 'report_conflict' } })
  })

  it('weigh in the quota of their account', async () => {
    const used = async (): Promise<number> =>
      (
        await given.hub.opened.database
          .tenant(given.account.accountId)
          .row<{ bytes: number }>(
            'select coalesce(sum(document_bytes), 0)::float8 as bytes from account_usage where account_id = $1',
          )
      )?.bytes ?? 0
    const before = await used()
    const { body } = await bring(march)
    expect((await used()) - before).toBe(4 * 200)
    await undo(body.id)
    expect(await used()).toBe(before)
  })

  it('take the permissions of writing and of reading numbers', async () => {
    const reader = await given.account.key(['analytics:read'])
    const writer = await given.account.key(['music:write'])
    const { body } = await bring(march)
    expect((await undo(body.id, reader)).status).toBe(403)
    expect((await send('GET', `${reportsPath}/${body.id}`, undefined, writer)).status).toBe(403)
    expect((await undo(body.id, writer)).status).toBe(200)
  })
})
