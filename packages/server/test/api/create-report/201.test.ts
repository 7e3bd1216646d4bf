import { describe, expect, it } from 'vitest'
import { march, openReportAccount, reportsPath } from '../../harness/own-reports.ts'

describe('createReport 201', () => {
  it('counts the lines about releases of the account, and lets the others wait', async () => {
    const { hub, bring, ask, totals } = await openReportAccount()
    const stranger = await openReportAccount()
    const { status, headers, body } = await bring(march)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^rpt_[0-9A-HJKMNP-TV-Z]{26}$/),
      source: 'store',
      format: 'spindle',
      from: '2024-03-01',
      to: '2024-03-31',
      lines: 2,
      totals: { streams: 100, downloads: -1, revenue: [{ amount: '-7.40', currency: 'EUR' }] },
      importedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { type: 'account' },
      status: 'applied',
      replacedBy: null,
      waitingLines: 2,
      filename: 'march.csv',
      messageId: null,
    })
    expect(headers.get('location')).toBe(`${hub.url}${reportsPath}/${body.id}`)
    expect((await ask('GET', `/${body.id}`)).body).toEqual(body)
    expect(await totals()).toEqual({
      streams: 100,
      downloads: -1,
      revenue: [{ amount: '-7.40', currency: 'EUR' }],
    })
    expect((await stranger.ask('GET')).body.data).toEqual([])
    expect(await stranger.totals()).toEqual({})
  })

  it('reads a table by a mapping', async () => {
    const { bring, totals } = await openReportAccount()
    const mapping = {
      columns: { isrc: 'Code', territory: 'Land', period: 'Monat', streams: 'Menge', revenue: 'Netto' },
      constants: { currency: 'EUR' },
    }
    const content = ['Code;Land;Monat;Menge;Netto', 'ZZABC2600002;DE;2024-03;3;1,50'].join('\n')
    expect(await bring(content, { mapping })).toMatchObject({ status: 201, body: { format: 'table', lines: 1 } })
    expect(await totals()).toEqual({ streams: 3, revenue: [{ amount: '1.50', currency: 'EUR' }] })
  })
})
