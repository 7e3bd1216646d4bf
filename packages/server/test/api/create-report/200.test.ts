import { expect, it } from 'vitest'
import { march, openReportAccount } from '../../harness/own-reports.ts'

it('createReport answers the report that the same bytes are already, until it is undone', async () => {
  const { ask, bring, totals } = await openReportAccount()
  const first = await bring(march)
  expect(first.status).toBe(201)
  expect(await bring(march, { overlap: 'add' })).toMatchObject({ status: 200, body: first.body })
  expect(await totals()).toEqual(first.body.totals)
  expect((await ask('GET', '?count=true')).body.page.total).toBe(1)
  await ask('DELETE', `/${first.body.id}`)
  const again = await bring(march)
  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(first.body.id)
})
