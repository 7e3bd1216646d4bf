import { expect, it } from 'vitest'
import { openReleaseHub } from '../../harness/releases.ts'
import { createTrashFixture } from '../../harness/trash.ts'

it('restores nothing while the account has all releases that it may have', async () => {
  const { hub, fixture } = await openReleaseHub({ role: 'api', environment: { SPINDLE_QUOTA_RELEASES: '1' } })
  const trash = createTrashFixture(hub, fixture)
  const { body: first } = await fixture.release()
  await trash.remove(first.id)
  const { body: second } = await fixture.release()
  const refused = await trash.restore(first.id)
  expect(refused).toMatchObject({ status: 403, body: { error: 'quota_exceeded', quota: 'releases', used: 1 } })
  expect((await trash.list()).body.data).toMatchObject([{ id: first.id }])
  await trash.remove(second.id)
  expect(await trash.restore(first.id)).toMatchObject({ status: 200 })
})
