import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startUploadHub, testBytes, uploadsPath } from '../../harness/uploads.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

it('lists the uploads of the account, newest first, by status and kind, page by page', async () => {
  const { hub, key, begin, patch } = await startUploadHub()
  const paths: string[] = []
  for (const kind of ['audio', 'image', 'audio']) paths.push(await begin(5, `kind ${base64(kind)}`))
  await patch(paths[0] ?? '', 0, testBytes(5))
  const ids = paths.map((path) => path.split('/').at(-1)).reverse()
  const list = async (query: string, as = key) => (await hub.json('GET', `${uploadsPath}${query}`, { key: as })).body
  const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id)

  expect(idsOf(await list(''))).toEqual(ids)
  expect(idsOf(await list('?kind=image'))).toEqual([ids[1]])
  expect(idsOf(await list('?status=received'))).toEqual([ids[2]])
  const first = await list('?limit=2&count=true')
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(first.page).toMatchObject({ limit: 2, hasMore: true, total: 3 })
  const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
  expect(idsOf(second)).toEqual(ids.slice(2))
  expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })

  const stranger = await (await createTestAccount(hub)).key()
  expect((await list('', stranger)).data).toEqual([])
})
