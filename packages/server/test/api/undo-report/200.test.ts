import { expect, it } from 'vitest'
import { march, marchOf, openReportAccount } from '../../harness/own-reports.ts'

it('undoReport removes the data of one report, and keeps the others', async () => {
  const { applied, ask, totals } = await openReportAccount()
  const id = await applied(march)
  const other = await applied(marchOf(8), { source: 'other' })
  const { body: before } = await ask('GET', `/${id}`)
  const { status, body } = await ask('DELETE', `/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, status: 'undone', lines: 0, totals: {}, waitingLines: 0 })
  expect((await ask('GET', `/${id}`)).body).toEqual(body)
  expect((await ask('GET', `/${id}/waiting`)).body.data).toEqual([])
  expect((await ask('GET')).body.data).toMatchObject([{ id: other }])
  expect(await totals()).toEqual({ streams: 8 })
})
