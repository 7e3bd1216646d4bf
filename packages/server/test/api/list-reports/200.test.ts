import { expect, it } from 'vitest'
import { marchOf, openReportAccount } from '../../harness/own-reports.ts'

it('listReports answers the reports that count, newest first, page by page, and counts', async () => {
  const { applied, ask } = await openReportAccount()
  const ids: string[] = []
  for (const source of ['a', 'b', 'c', 'd']) ids.unshift(await applied(marchOf(ids.length), { source }))
  const stranger = await openReportAccount()
  expect((await stranger.ask('GET')).body.data).toEqual([])
  const undone = ids.splice(1, 1)[0]
  await ask('DELETE', `/${undone}`)
  const { status, body: first } = await ask('GET', '?limit=2&count=true')
  expect(status).toBe(200)
  expect(first.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
  const { body: rest } = await ask('GET', `?limit=2&cursor=${first.page.nextCursor}`)
  expect(rest.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  const shown = [...first.data, ...rest.data]
  expect(shown.map(({ id }) => id)).toEqual(ids)
  expect(shown.map(({ source, totals }) => [source, totals])).toEqual([
    ['d', { streams: 3 }],
    ['b', { streams: 1 }],
    ['a', { streams: 0 }],
  ])
  expect((await ask('GET', `/${ids[0]}`)).body).toEqual(first.data[0])
})
