import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { testBytes, uploadsPath } from '../../harness/uploads.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

it('lists the uploads of the account, newest first, by status and kind, page by page', async () => {
  const { hub, key, begin, patch } = await sharedUploadClient()
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

  expect(first.totalBytes).toBe(15)
  expect(idsOf(await list(`?ids=${ids[2]},${ids[0]},upl_00000000000000000000000000`))).toEqual([ids[0], ids[2]])
  expect((await list('?kind=image&count=true')).totalBytes).toBe(5)

  const stranger = await (await createTestAccount(hub)).key()
  expect((await list('', stranger)).data).toEqual([])
})

it('shows which uploads a release uses and which are unused, and includes waveforms only when asked', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({}, 2)
  const spare = await fixture.audio()
  const list = async (query: string) => (await hub.json('GET', `${uploadsPath}?${query}`, { key: fixture.key })).body
  const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id).sort()
  const used: string[] = [
    release.coverUploadId,
    ...release.tracks.map(({ uploadId }: { uploadId: string }) => uploadId),
  ]
  used.sort()

  expect(idsOf(await list(`releaseId=${release.id}`))).toEqual(used)
  expect(idsOf(await list('unused=true'))).toEqual([spare])
  expect(idsOf(await list('unused=false'))).toEqual([...used, spare].sort())
  const { data: plain } = await list(`releaseId=${release.id}&kind=audio`)
  expect(plain[0].technical.durationMs).toBe(180_000)
  expect(plain.map(({ technical }: { technical: object }) => 'peaks' in technical)).toEqual([false, false])
  const { data: drawn } = await list(`releaseId=${release.id}&kind=audio&include=peaks`)
  expect(drawn[0].technical.peaks).toEqual([0, 255])

  await hub.opened.database
    .tenant(fixture.account.accountId)
    .execute(`update uploads set expires_at = '2030-01-01T00:00:00Z' where account_id = $1`)
  const all = (await list('')).data as { id: string; expiresAt: string | null }[]
  expect(all.filter(({ expiresAt }) => expiresAt !== null)).toMatchObject([
    { id: spare, expiresAt: '2030-01-01T00:00:00.000Z' },
  ])
  expect((await hub.json('GET', `${uploadsPath}/${used[0]}`, { key: fixture.key })).body.expiresAt).toBeNull()
})
