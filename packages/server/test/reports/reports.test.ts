import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { idOf, type ReportHub, startReportHub, table } from '../harness/report-hub.ts'

const path = '/api/v1/distributor/analytics'

describe('reports of stores', () => {
  let given: ReportHub
  beforeAll(async () => {
    given = await startReportHub()
  })
  afterEach(() => given.undoAll())

  const ask: ReportHub['ask'] = (...query) => given.ask(...query)
  const reports: ReportHub['reports'] = (...query) => given.reports(...query)
  const bring: ReportHub['bring'] = (...what) => given.bring(...what)
  const operator: ReportHub['operator'] = (...words) => given.operator(...words)

  /** Everything that an account can read. */
  const answers = async (): Promise<string> =>
    JSON.stringify([
      await reports(),
      await reports('groupBy=track,outlet'),
      await reports('groupBy=release,territory&granularity=total'),
      await reports('format=csv&groupBy=track'),
      await ask('kind=report'),
      await ask('groupBy=track'),
      await ask('kind=report&from=2026-01-01&to=2026-12-31', await given.other.key(['analytics:read'])),
    ])

  it('are separate numbers, by month, with money by currency, and undone without a trace', async () => {
    const before = await answers()
    expect((await reports()).meta.unavailable).toEqual(['streams', 'playedMs', 'downloads', 'listeners', 'revenue'])
    const id = idOf(
      await bring(
        table(
          'ZZ-ABC-26-00001,,Intro,big,DE,2026-03,100,,0.10,EUR',
          'ZZABC2600001,,Intro,big,FR,2026-03,20,,0.20,EUR',
          'ZZABC2600002,,Outro,big,DE,2026-04,,3,2.97,USD',
          ',200000000011,EP,big,DE,2026-04,,-1,-7.5,EUR',
          'ZZOTH2600001,,Other,big,DE,2026-03,5,,0.01,EUR',
          'ZZXXX2600001,,Nobody,big,DE,2026-03,7,,0.07,EUR',
        ),
      ),
    )
    const whole = await reports()
    expect(whole.totals).toEqual({
      streams: 120,
      downloads: 2,
      revenue: [
        { amount: '-7.20', currency: 'EUR' },
        { amount: '2.97', currency: 'USD' },
      ],
    })
    expect(whole.range).toEqual({ from: '2026-01-01', to: '2026-12-31', granularity: 'month', timeZone: 'UTC' })
    expect(whole.data).toEqual([
      { date: '2026-03-01', group: {}, metrics: { streams: 120, revenue: [{ amount: '0.30', currency: 'EUR' }] } },
      {
        date: '2026-04-01',
        group: {},
        metrics: {
          downloads: 2,
          revenue: [
            { amount: '-7.5', currency: 'EUR' },
            { amount: '2.97', currency: 'USD' },
          ],
        },
      },
    ])
    expect(whole.meta.unavailable).toEqual(['playedMs', 'listeners'])
    expect(whole.meta.sources).toMatchObject([
      { outlet: 'big', property: null, kind: 'report', cadence: 'monthly', completeThrough: '2026-04-30', final: true },
    ])
    // Plays are separate, and not affected by reports.
    expect((await ask('')).totals).toEqual({ streams: 1 })
    const byTrack = await reports('groupBy=track&granularity=total&metrics=streams,downloads')
    expect(byTrack.data).toEqual([
      { date: null, group: { track: given.night.trackIds[0] }, metrics: { streams: 120 } },
      { date: null, group: { track: null }, metrics: { downloads: -1 } },
      { date: null, group: { track: given.night.trackIds[1] }, metrics: { downloads: 3 } },
    ])
    expect(byTrack.meta.names[given.night.trackIds[0] ?? '']).toEqual({
      title: 'Intro',
      artist: 'Ada',
      isrc: 'ZZABC2600001',
    })
    const csv = await reports('format=csv&groupBy=track&granularity=total&metrics=downloads')
    expect(csv.split('\r\n')[0]).toBe('date,track,downloads,title,artist,isrc')
    expect(csv).toContain(`,"${given.night.trackIds[1]}",3,"Outro","Ada","ZZABC2600002"`)
    const foreign = await ask('kind=report&from=2026-01-01&to=2026-12-31', await given.other.key(['analytics:read']))
    expect(foreign.totals).toEqual({ streams: 5, revenue: [{ amount: '0.01', currency: 'EUR' }] })
    const shown = await operator('reports', 'show', id)
    expect(shown.out.join('\n')).toContain('no account  1 line, 7 streams, 0.07 EUR')
    expect(shown.out.join('\n')).toContain('waits  ZZXXX2600001  Nobody')
    expect((await operator('reports', 'undo', id)).out).toEqual([`${id} was undone.`])
    expect(await answers()).toBe(before)
    expect((await operator('reports', 'undo', id)).err[0]).toContain('is already undone')
  })

  it('are filtered, paged and counted like plays', async () => {
    const id = idOf(
      await bring(
        table(
          'ZZABC2600001,,,big,DE,2026-03,1,,,',
          'ZZABC2600001,,,big,FR,2026-03,2,,,',
          'ZZABC2600002,,,small,DE,2026-04,4,,,',
          'ZZABC2600002,,,small,,2026-04,8,,,',
        ),
      ),
    )
    const streams = async (query: string) => (await reports(query)).totals.streams
    expect(await streams('outlet=big')).toBe(3)
    expect(await streams('territory=DE')).toBe(5)
    expect(await streams('isrc=ZZABC2600002')).toBe(12)
    expect(await streams(`trackId=${given.night.trackIds[0]}`)).toBe(3)
    expect(await streams('upc=200000000011')).toBe(15)
    expect(await streams(`releaseId=${given.night.releaseId}`)).toBe(15)
    expect(await streams('model=paid')).toBeUndefined()
    for (const granularity of ['month', 'total']) {
      const all = await reports(`groupBy=territory,outlet&granularity=${granularity}&count=true`)
      expect(all.page.total).toBe(all.data.length)
      const rows = []
      for (let cursor = ''; ; ) {
        const page = await reports(`groupBy=territory,outlet&granularity=${granularity}&limit=1${cursor}`)
        rows.push(...page.data)
        if (!page.page.hasMore) break
        cursor = `&cursor=${page.page.nextCursor}`
      }
      expect(rows).toEqual(all.data)
      expect(rows).toHaveLength(4)
    }
    // Half of a month is not part of a report about the whole month.
    expect((await ask('kind=report&from=2026-03-02&to=2026-04-30')).totals).toEqual({ streams: 12 })
    expect((await ask('kind=report')).range).toMatchObject({ from: '2025-05-01', to: '2026-04-30' })
    await operator('reports', 'undo', id)
  })

  it('count for the time they name, and only if all of it is in the range', async () => {
    await bring(
      table(
        'ZZABC2600001,,,big,DE,2026-06,8,,,',
        'ZZABC2600001,,,big,DE,2026-06-07,16,,,',
        'ZZABC2600001,,,big,DE,2026-Q3,32,,,',
      ),
    )
    expect((await reports()).data).toEqual([
      { date: '2026-06-01', group: {}, metrics: { streams: 24 } },
      { date: '2026-07-01', group: {}, metrics: { streams: 32 } },
    ])
    expect((await ask('kind=report&from=2026-06-02&to=2026-09-30')).totals).toEqual({ streams: 48 })
    expect((await ask('kind=report&from=2026-06-01&to=2026-09-29')).totals).toEqual({ streams: 24 })
  })

  it('have no days and nothing to compare with', async () => {
    for (const query of ['granularity=day', 'granularity=week', 'compare=previous'])
      expect((await given.hub.json('GET', `${path}?kind=report&${query}`, { key: given.key })).status).toBe(400)
  })

  it('go into a spreadsheet with a column for each currency, and no formula among them', async () => {
    const id = idOf(
      await bring(
        table(
          'ZZABC2600001,,,"=cmd|\' /C calc\'!A0",DE,2026-03,1,,-0.125,EUR',
          'ZZABC2600001,,,plain,DE,2026-03,1,,3,USD',
        ),
      ),
    )
    const csv = await reports('format=csv&groupBy=outlet&metrics=streams,revenue')
    expect(csv).toBe(
      [
        'date,outlet,streams,revenue EUR,revenue USD',
        `"2026-03-01","'=cmd|' /C calc'!A0",1,-0.125,`,
        '"2026-03-01","plain",1,,3',
        '',
      ].join('\r\n'),
    )
    await operator('reports', 'undo', id)
  })

  it('are listed for the accounts they are about, with their data', async () => {
    const list = (query = '', as = given.key) =>
      given.hub.json('GET', `/api/v1/distributor/reports?${query}`, { key: as })
    expect((await list()).body).toEqual({ data: [], page: { limit: 20, nextCursor: null, hasMore: false } })
    const first = idOf(
      await bring(
        table(
          'ZZABC2600001,,,big,DE,2026-03,1,,2.5,EUR',
          'ZZABC2600002,,,big,DE,2026-04,2,3,1,USD',
          'ZZOTH2600001,,,big,DE,2026-05,4,,,',
        ),
      ),
    )
    const second = idOf(await bring(table('ZZABC2600001,,,big,DE,2026-07,5,,,')))
    const page = await list('limit=1&count=true')
    expect(page.body.data).toEqual([
      {
        id: second,
        source: 'store',
        format: 'spindle',
        from: '2026-07-01',
        to: '2026-07-31',
        lines: 1,
        totals: { streams: 5 },
        importedAt: expect.any(String),
        actor: { type: 'operator' },
        status: 'applied',
        replacedBy: null,
        waitingLines: 0,
        skippedLines: 0,
        setAsideLines: 0,
        reported: null,
        filename: null,
        messageId: null,
      },
    ])
    expect(page.body.page).toMatchObject({ hasMore: true, total: 2 })
    const rest = await list(`limit=1&cursor=${page.body.page.nextCursor}`)
    expect(rest.body.data).toMatchObject([
      {
        id: first,
        from: '2026-03-01',
        to: '2026-04-30',
        lines: 2,
        totals: {
          streams: 3,
          downloads: 3,
          revenue: [
            { amount: '2.5', currency: 'EUR' },
            { amount: '1', currency: 'USD' },
          ],
        },
      },
    ])
    expect(rest.body.page.hasMore).toBe(false)
    const foreign = await list('', await given.other.key(['analytics:read']))
    expect(foreign.body.data).toMatchObject([{ id: first, from: '2026-05-01', lines: 1, totals: { streams: 4 } }])
    expect((await list('', await given.other.key(['catalog:read']))).status).toBe(403)
    await operator('reports', 'undo', first)
    expect((await list('', await given.other.key(['analytics:read']))).body.data).toEqual([])
  })

  it('count once, however often they are brought', async () => {
    const content = table('ZZABC2600001,,,big,DE,2026-03,1,,,')
    const id = idOf(await bring(content))
    const again = await bring(content, '--add')
    expect([again.code, again.out[0]]).toEqual([0, `${id} already has this file. Nothing was imported.`])
    expect((await reports()).totals).toEqual({ streams: 1 })
    await operator('reports', 'undo', id)
    // An undone report can be imported again, and a second one for the same time is refused.
    const both = await Promise.all([bring(content), bring(content)])
    expect(both.filter(({ out }) => out[0]?.includes('was imported. To undo')).length).toBe(1)
    expect(new Set(both.map(idOf)).size).toBe(1)
    expect(both.map(idOf)).not.toContain(id)
    expect((await reports()).totals).toEqual({ streams: 1 })
  })

  it('of a month that is there ask whether they replace it or add to it', async () => {
    const first = idOf(await bring(table('ZZABC2600001,,,big,DE,2026-03,10,,,')))
    const asked = await bring(table('ZZABC2600001,,,big,DE,2026-03,11,,,'))
    expect([asked.code, asked.err.join()]).toEqual([1, expect.stringContaining('use --replace to replace it')])
    const added = idOf(await bring(table('ZZABC2600001,,,big,DE,2026-03,5,,,'), '--add'))
    expect((await reports()).totals).toEqual({ streams: 15 })
    const money = await bring(table('ZZABC2600001,,,big,DE,2026-03,10,,1,EUR'), '--add')
    expect(money.err.join()).toContain('the same streams would be counted twice')
    const day = await bring(table('ZZABC2600001,,,big,DE,2026-03-04,1,,,'), '--replace')
    expect(day.err.join()).toContain('covers a longer period than this report')
    const dryRun = await bring(table('ZZABC2600001,,,big,DE,2026-03,11,,,'), '--replace', '--dry-run')
    expect(dryRun.out).toContain(`${first} would be replaced.`)
    expect((await reports()).totals).toEqual({ streams: 15 })
    const last = await bring(table('ZZABC2600001,,,big,DE,2026-03,11,,1,EUR'), '--replace')
    expect(last.out).toEqual(expect.arrayContaining([`${first} was replaced.`, `${added} was replaced.`]))
    expect((await reports()).totals).toEqual({ streams: 11, revenue: [{ amount: '1', currency: 'EUR' }] })
    const undone = await operator('reports', 'undo', idOf(last))
    expect(undone.err[0]).toContain(`${first}, ${added} stays replaced`)
    expect((await reports()).totals).toEqual({})
    const list = await operator('reports', 'list')
    expect(list.out.find((line) => line.startsWith(first))).toMatch(
      / {2}store {2}2026-03-01 to 2026-03-31 {2}1 {2}replaced {2}/,
    )
  })

  it('wait for recordings that are released later, and never for what two accounts claim', async () => {
    const id = idOf(await bring(table('ZZNEW2600001,,Later,big,DE,2026-03,9,,0.09,EUR')))
    expect(await given.hub.hub.reports.match()).toBe(0)
    const third = await createTestAccount(given.hub, 'Third Records')
    const thirdKey = await third.key(['analytics:read'])
    const totals = async () => (await ask('kind=report&from=2026-01-01&to=2026-12-31', thirdKey)).totals
    await createLiveRelease(given.hub, { accountId: third.accountId, isrcs: ['ZZNEW2600001'] })
    expect(await totals()).toEqual({})
    expect(await given.hub.hub.reports.match()).toBe(1)
    expect(await totals()).toEqual({ streams: 9, revenue: [{ amount: '0.09', currency: 'EUR' }] })
    expect((await operator('reports', 'show', id)).out.join('\n')).not.toContain('no account')
    await operator('reports', 'undo', id)
    expect(await totals()).toEqual({})
    await createLiveRelease(given.hub, {
      accountId: given.other.accountId,
      isrcs: ['ZZNEW2600001'],
      gtin14: '00200000000028',
    })
    const both = await bring(
      table('ZZNEW2600001,,Later,big,DE,2026-03,9,,,', 'ZZNEW2600001,200000000028,Later,big,DE,2026-03,1,,,'),
    )
    expect(both.out.join('\n')).toContain('no account  1 line, 9 streams')
    expect(both.out.join('\n')).toContain(`${given.other.accountId}  1 line, 1 streams`)
    await operator('reports', 'undo', idOf(both))
  })
})
