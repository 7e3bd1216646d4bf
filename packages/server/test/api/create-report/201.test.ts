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
      skippedLines: 0,
      setAsideLines: 0,
      reported: null,
      filename: 'march.csv',
      messageId: null,
      setAside: [],
    })
    expect(headers.get('location')).toBe(`${hub.url}${reportsPath}/${body.id}`)
    const { setAside: _, ...report } = body
    expect((await ask('GET', `/${body.id}`)).body).toEqual(report)
    expect(await totals()).toEqual({
      streams: 100,
      downloads: -1,
      revenue: [{ amount: '-7.40', currency: 'EUR' }],
    })
    expect((await stranger.ask('GET')).body.data).toEqual([])
    expect(await stranger.totals()).toEqual({})
  })

  it('sets lines aside that cannot be read, skips others, and says how many', async () => {
    const { bring, totals } = await openReportAccount()
    const mapping = {
      columns: { isrc: 'Code', territory: 'Land', period: 'Monat', streams: 'Menge' },
      values: { territory: { 'Rest of World': '', Inland: 'DE' } },
      otherwise: { territory: 'AT' },
      skip: { Typ: ['Payout'] },
    }
    const line = (land: string, count: string, kind = 'Sale') => `ZZABC2600002;${land};2024-03;${count};${kind}`
    const content = [
      'Code;Land;Monat;Menge;Typ',
      ...[line('Inland', '1'), line('Atlantis', '10'), line('DE', 'viele'), line('DE', '100', 'payout')],
    ].join('\n')
    expect(await bring(content, { mapping })).toMatchObject({
      status: 422,
      body: { errors: [{ detail: 'line 4, column "Menge": "viele" cannot be read.' }] },
    })
    const { status, body } = await bring(content, { mapping, unreadable: 'set_aside' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ lines: 2, skippedLines: 1, setAsideLines: 1 })
    expect(body.setAside).toEqual([
      {
        line: 4,
        column: 'Menge',
        cell: 'viele',
        reason: '"viele" cannot be read.',
        fix: 'use a number such as 12,50; "decimal" and "thousands" in the mapping set its signs.',
      },
    ])
    expect(await totals()).toEqual({ streams: 11 })
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

  it('recognises the preset by the first line, without one in the request', async () => {
    const { bring } = await openReportAccount()
    const head =
      'Reporting Date\tSale Month\tStore\tArtist\tTitle\tISRC\tUPC\tQuantity\tCountry of Sale\tEarnings (USD)'
    const line = '2024-05-01\t2024-04\tSpotify\tAda\tIntro\tZZABC2600001\t\t3\tDE\t0.01'
    const { status, body } = await bring(`${head}\n${line}\n`, { source: 'other' })
    expect({ status, format: body.format, lines: body.lines }).toEqual({ status: 201, format: 'distrokid', lines: 1 })
  })

  it('refuses a wrong preset and names the one that fits', async () => {
    const { bring } = await openReportAccount()
    const { status, body } = await bring('isrc,period,streams\nZZABC2600001,2024-04,3\n', { preset: 'audius' })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([
      { code: 'report_unreadable', fix: 'choose the preset spindle: the file has its first line.' },
    ])
  })
})
