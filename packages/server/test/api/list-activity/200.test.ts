import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/activity'

it('shows what happened to every release of the account, newest first, page by page', async () => {
  const hub = await sharedHub()
  const account = await createTestAccount(hub)
  const key = await account.key()
  const other = await createTestAccount(hub, 'Other')
  const store = await hub.request('/api/v1/distributor/uploads', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'audio/wav' },
    body: new Uint8Array(100),
  })
  const { id: uploadId } = (await store.json()) as { id: string }
  const create = async (title: string): Promise<string> =>
    (
      await hub.json('POST', '/api/v1/music-distributor/releases', {
        key,
        body: { title, type: 'single', tracks: [{ title, uploadId }] },
      })
    ).body.id
  const first = await create('First')
  const second = await create('Second')
  const renamed = await hub.json('PATCH', `/api/v1/music-distributor/releases/${first}`, {
    key,
    body: { title: 'First, renamed' },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
  expect(renamed.status).toBe(200)
  await createLiveRelease(hub, { accountId: other.accountId, properties: [] })
  const shown = ({ releaseId, releaseTitle, type }: Record<string, string>) => [releaseId, releaseTitle, type]
  const page = await hub.json('GET', `${path}?limit=2&count=true`, { key })
  expect(page.status).toBe(200)
  expect(page.body.page).toMatchObject({ total: 3, hasMore: true })
  expect(page.body.data.map(shown)).toEqual([
    [first, 'First, renamed', 'release.updated'],
    [second, 'Second', 'release.created'],
  ])
  const last = await hub.json('GET', `${path}?limit=2&cursor=${page.body.page.nextCursor}`, { key })
  expect(last.body.data.map(shown)).toEqual([[first, 'First, renamed', 'release.created']])
  expect(last.body.page).toMatchObject({ hasMore: false, nextCursor: null })
})
