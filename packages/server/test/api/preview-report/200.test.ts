import { describe, expect, it } from 'vitest'
import { openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'

describe('previewReport 200', () => {
  it('shows lines as they are understood, with what they belong to, and keeps nothing', async () => {
    const { ask, night, totals, upload } = await openReportAccount()
    const content = [
      'Code;Land;Monat;Menge;Netto',
      'ZZABC2600002;DE;2024-03;3;1,50',
      'ZZNIL2600001;AT;2024-03;4;',
    ].join('\n')
    const mapping = {
      columns: { isrc: 'Code', territory: 'Land', period: 'Monat', streams: 'Menge', revenue: 'Netto' },
      constants: { currency: 'EUR' },
    }
    const uploads = [await upload(content)]
    const { status, body } = await ask('POST', '/preview', { uploads, source: 'shop', mapping })
    expect(status).toBe(200)
    const line = { gtin14: null, title: '', artist: '', store: 'shop', model: null, downloads: null }
    expect(body).toEqual({
      hasMore: false,
      setAside: [],
      rows: [
        {
          ...line,
          isrc: 'ZZABC2600002',
          territory: 'DE',
          from: '2024-03-01',
          to: '2024-03-31',
          streams: 3,
          revenue: { amount: '1.50', currency: 'EUR' },
          verdict: 'matched',
          reason: null,
          releaseId: night.releaseId,
          trackId: night.trackIds[1],
        },
        {
          ...line,
          isrc: 'ZZNIL2600001',
          territory: 'AT',
          from: '2024-03-01',
          to: '2024-03-31',
          streams: 4,
          revenue: null,
          verdict: 'waiting',
          reason: 'not_released',
          releaseId: null,
          trackId: null,
        },
      ],
    })
    expect(await totals()).toEqual({})
    expect((await ask('GET')).body.data).toEqual([])
  })

  it('shows lines that cannot be read apart from the others, if they are set aside', async () => {
    const { ask, upload } = await openReportAccount()
    const content = table('ZZABC2600001,,,big,Narnia,2024-03,1,,,', 'ZZABC2600001,,,big,DE,2024-03,2,,,')
    const uploads = [await upload(content)]
    expect((await ask('POST', '/preview', { uploads, source: 'shop' })).status).toBe(422)
    const { status, body } = await ask('POST', '/preview', { uploads, source: 'shop', unreadable: 'set_aside' })
    expect(status).toBe(200)
    expect(body.rows.map(({ streams }: { streams: number }) => streams)).toEqual([2])
    expect(body.setAside).toEqual([
      {
        line: 2,
        column: 'territory',
        cell: 'Narnia',
        reason: '"Narnia" is not a country.',
        fix: 'use an ISO 3166-1 country code such as DE, leave it empty, or map it in "values".',
      },
    ])
  })

  it('shows the first 50 lines, and whether there are more', async () => {
    const { ask, upload } = await openReportAccount()
    const long = table(...Array.from({ length: 60 }, (_, index) => `ZZABC2600001,,,big,DE,2024-03,${index},,,`))
    const { body } = await ask('POST', '/preview', { uploads: [await upload(long)], source: 'shop' })
    expect([body.rows.length, body.hasMore]).toEqual([50, true])
    expect(body.rows.map(({ streams }: { streams: number }) => streams).slice(0, 3)).toEqual([0, 1, 2])
  })
})
