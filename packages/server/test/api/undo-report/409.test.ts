import { describe, expect, it } from 'vitest'
import { marchOf, openReportAccount } from '../../harness/own-reports.ts'

describe('undoReport 409', () => {
  it('refuses a report that is undone already', async () => {
    const { applied, ask } = await openReportAccount()
    const id = await applied()
    await ask('DELETE', `/${id}`)
    expect(await ask('DELETE', `/${id}`)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'The report is undone and is no longer counted.',
        state: 'undone',
        allowed: [],
      },
    })
  })

  it('refuses a report that another one has replaced, and the other one still counts', async () => {
    const { applied, ask, totals } = await openReportAccount()
    const id = await applied(marchOf(1))
    await applied(marchOf(2), { overlap: 'replace' })
    expect(await ask('DELETE', `/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'replaced', allowed: [] },
    })
    expect(await totals()).toEqual({ streams: 2 })
  })
})
