import { describe, expect, it } from 'vitest'
import { march, marchOf, openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'

describe('listWaitingRecordings 200', () => {
  it('answers what no release of the account has, page by page, and counts', async () => {
    const { applied, ask } = await openReportAccount()
    const id = await applied(march)
    const first = await ask('GET', `/${id}/waiting?limit=1&count=true`)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      data: [
        {
          isrc: 'ZZOTH2600001',
          gtin14: null,
          title: 'Other',
          artist: '',
          reason: 'not_released',
          lines: 1,
          totals: { streams: 5, revenue: [{ amount: '0.01', currency: 'EUR' }] },
        },
      ],
      page: { limit: 1, nextCursor: expect.any(String), hasMore: true, total: 2 },
    })
    const rest = await ask('GET', `/${id}/waiting?limit=1&cursor=${first.body.page.nextCursor}`)
    expect(rest.body).toEqual({
      data: [
        {
          isrc: 'ZZXXX2600001',
          gtin14: null,
          title: 'أغنية',
          artist: '',
          reason: 'not_released',
          lines: 1,
          totals: { streams: 7, revenue: [{ amount: '0.07', currency: 'USD' }] },
        },
      ],
      page: { limit: 1, nextCursor: null, hasMore: false },
    })
  })

  it('adds up the lines of one recording, and is empty if nothing waits', async () => {
    const { applied, ask } = await openReportAccount()
    const twice = await applied(
      table('ZZNEW2400001,,Later,big,DE,2024-03,4,,,', 'ZZNEW2400001,,Later,big,FR,2024-03,5,,,'),
    )
    expect((await ask('GET', `/${twice}/waiting`)).body.data).toMatchObject([
      { isrc: 'ZZNEW2400001', lines: 2, totals: { streams: 9 } },
    ])
    const noCode = await applied(table(',,Untitled,big,DE,2024-03,4,,,'), { source: 'third' })
    expect((await ask('GET', `/${noCode}/waiting`)).body.data).toMatchObject([
      { isrc: null, gtin14: null, title: 'Untitled', reason: 'no_code' },
    ])
    const whole = await applied(marchOf(3), { source: 'other' })
    expect((await ask('GET', `/${whole}/waiting?count=true`)).body).toMatchObject({ data: [], page: { total: 0 } })
  })
})
