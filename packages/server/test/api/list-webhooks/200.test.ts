import { expect, it } from 'vitest'
import { hookUrl, openWebhookAccount } from '../../harness/webhooks.ts'

it('listWebhooks answers the webhooks of the account, newest first, page by page, and counts', async () => {
  const { ask, create } = await openWebhookAccount()
  const ids: string[] = []
  for (const part of ['a', 'b', 'c']) ids.unshift((await create({ url: `${hookUrl}/${part}` })).id)
  const stranger = await openWebhookAccount()
  await stranger.create()
  const { body: first } = await ask('GET', '?limit=2&count=true')
  expect(first.data.map(({ url }: { url: string }) => url)).toEqual([
    'https://label.example/hooks/c',
    'https://label.example/hooks/b',
  ])
  expect(first.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
  const { body: second } = await ask('GET', `?limit=2&cursor=${first.page.nextCursor}`)
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
  expect(second.page).toEqual({ limit: 2, hasMore: false, nextCursor: null })
  expect(JSON.stringify(first)).not.toContain('whsec_')
})
