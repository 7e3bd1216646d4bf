import { describe, expect, it } from 'vitest'
import { openImportAccount, smallXmlSha256 } from '../../harness/imports.ts'

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id)

describe('listImports 200', () => {
  it('answers imports without their reports', async () => {
    const { ask, end, waiting } = await openImportAccount()
    const id = await waiting()
    await end(id, 'stale')
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id,
          status: 'stale',
          releaseId: null,
          version: '4.2',
          messageId: 'M1',
          senderId: 'PADPIDA2099010103C',
          senderName: 'Far Label',
          messageCreatedAt: '2026-11-01T10:00:00.000Z',
          sha256: smallXmlSha256,
          drop: null,
          createdAt: expect.any(String),
          endedAt: '2026-11-02T10:00:00.000Z',
        },
      ],
      page: { limit: 20, nextCursor: null, hasMore: false },
    })
  })

  it('has the newest first, page by page, and counts', async () => {
    const { ask, waiting } = await openImportAccount()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift(await waiting())
    await (await openImportAccount()).waiting()
    const { body: first } = await ask('?limit=2&count=true')
    expect(first.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
    const { body: rest } = await ask(`?limit=2&cursor=${first.page.nextCursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids)
    expect(rest.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('takes only those that ended as is asked for', async () => {
    const { ask, end, waiting } = await openImportAccount()
    const [stale, refused, open] = [await waiting(), await waiting(), await waiting()]
    await end(stale, 'stale')
    await end(refused, 'refused')
    const found = async (status: string) => {
      const { body } = await ask(`?status=${status}&count=true`)
      return [idsOf(body), body.page.total]
    }
    expect(await found('stale')).toEqual([[stale], 1])
    expect(await found('refused')).toEqual([[refused], 1])
    expect(await found('waiting')).toEqual([[open], 1])
    expect(await found('created')).toEqual([[], 0])
  })
})
