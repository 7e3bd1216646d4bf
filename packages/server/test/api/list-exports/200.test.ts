import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('listExports answers the exports of the account, newest first, page by page, and counts', async () => {
  const { ask, ready, waiting } = await openExportAccount()
  const ids = [(await ready()).id, await waiting(), await waiting()].reverse()
  await (await openExportAccount()).waiting()
  const { status, body: first } = await ask('GET', '?limit=2&count=true')
  expect(status).toBe(200)
  expect(first.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
  const { body: rest } = await ask('GET', `?limit=2&cursor=${first.page.nextCursor}`)
  expect(rest.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  const shown = [...first.data, ...rest.data]
  expect(shown.map(({ id }) => id)).toEqual(ids)
  expect(shown.map((one) => one.status)).toEqual(['waiting', 'waiting', 'ready'])
  expect((await ask('GET', `/${ids[2]}`)).body).toEqual(rest.data[0])
})
