import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('erases the draft: its uploads are free, its id stays used, and the activity says who erased it', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { database } = hub.opened
  const trash = createTrashFixture(hub, fixture)
  const { body } = await fixture.release({ submit: false })
  await trash.remove(body.id)
  expect(await trash.erase(body.id)).toMatchObject({ status: 204, body: '' })
  expect((await trash.list()).body.data).toEqual([])
  const uses = await database.system.rows('select 1 from upload_references where account_id = $1', [
    fixture.account.accountId,
  ])
  expect(uses).toEqual([])
  const row = await database.system.row('select title, deleted_at from releases where id = $1', [body.id])
  expect(row).toEqual({ title: '', deleted_at: expect.any(Date) })
  const { body: activity } = await hub.json('GET', '/api/v1/distributor/activity', { key: fixture.key })
  const events = activity.data.map(({ type, actor }: { type: string; actor: { type: string } }) => [type, actor.type])
  expect(events.slice(0, 2)).toEqual([
    ['release.erased', 'key'],
    ['release.deleted', 'key'],
  ])
  expect(activity.data[0].previousSha256).toBe(activity.data[1].sha256)
})
