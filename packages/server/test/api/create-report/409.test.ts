import { describe, expect, it } from 'vitest'
import { dsrSales, dsrSummary, financialReport } from '../../harness/dsr-files.ts'
import { marchOf, openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'

describe('createReport 409', () => {
  it('asks whether a report about the same time replaces the one there is, or adds to it', async () => {
    const { applied, ask, bring, totals } = await openReportAccount()
    const first = await applied(marchOf(10))
    expect(await bring(marchOf(11))).toMatchObject({
      status: 409,
      body: { error: 'report_conflict', reportId: first, detail: expect.stringContaining('`overlap`: `replace`') },
    })
    expect(await totals()).toEqual({ streams: 10 })
    expect((await bring(marchOf(5), { overlap: 'add' })).status).toBe(201)
    expect(await totals()).toEqual({ streams: 15 })
    const last = await applied(marchOf(12), { overlap: 'replace' })
    expect(await totals()).toEqual({ streams: 12 })
    expect((await ask('GET', `/${first}`)).body).toMatchObject({ status: 'replaced', replacedBy: last })
  })

  it('replaces no report that begins earlier or ends later', async () => {
    const { applied, bring, totals } = await openReportAccount()
    const wide = await applied(marchOf(10))
    const day = (date: string) => `ZZABC2600001,,,big,DE,${date},1,,,`
    for (const narrow of [
      [day('2024-03-01'), day('2024-03-15')],
      [day('2024-03-15'), day('2024-03-31')],
    ])
      expect(await bring(table(...narrow), { overlap: 'replace' })).toMatchObject({
        status: 409,
        body: { error: 'report_conflict', reportId: wide },
      })
    expect(await totals()).toEqual({ streams: 10 })
  })

  it('takes a report of another source about the same time', async () => {
    const { applied, bring } = await openReportAccount()
    await applied(marchOf(10))
    expect((await bring(marchOf(11), { source: 'other-store' })).status).toBe(201)
  })

  it('refuses a message that came with other bytes, also in place of the first', async () => {
    const { bring } = await openReportAccount()
    const message = (usages: string) =>
      financialReport([dsrSummary({ id: 's' }), dsrSales({ summary: 's', isrc: 'ZZABC2600001', usages })])
    const first = await bring(message('40'), { preset: 'dsr' })
    expect(first).toMatchObject({ status: 201, body: { messageId: 'MSG1', totals: { streams: 40 } } })
    expect(await bring(message('41'), { preset: 'dsr', overlap: 'replace' })).toMatchObject({
      status: 409,
      body: { error: 'report_message_conflict', reportId: first.body.id },
    })
  })
})
