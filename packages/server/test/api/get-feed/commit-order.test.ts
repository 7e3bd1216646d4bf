import { beforeAll, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { isAdvisoryLockAwaited } from '../../harness/advisory-locks.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'

const token = 'a'.repeat(32)
let hub: TestHub
beforeAll(async () => {
  const tokens = `site-a=${token},site-b=${'b'.repeat(32)}`
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: tokens } })
})

it('never lets a reader pass a change that is not committed yet', async () => {
  const { accountId } = await createTestAccount(hub)
  const { database } = hub.opened
  const slow = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const quick = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const ask = (cursor: string) =>
    hub.json('GET', `/api/integration/feed${cursor === '' ? '' : `?cursor=${cursor}`}`, { bearer: token })
  const before = (await ask('')).body.page.nextCursor

  // The first writer has its position and has not committed; the second one is done.
  const hold = Promise.withResolvers<void>()
  const positioned = Promise.withResolvers<void>()
  const first = database.tenantTransaction(accountId, async (trx) => {
    await trx.execute(
      `update delivery_tracks set offered = null, upload_id = null where account_id = $1 and track_id = $2`,
      [slow.trackIds[0] ?? ''],
    )
    await trx.transaction.execute('set constraints all immediate')
    positioned.resolve()
    await hold.promise
  })
  await positioned.promise
  let isSecondThrough = false
  const second = takeDown(hub, { accountId, releaseId: quick.releaseId, property: 'site-a' }).then(() => {
    isSecondThrough = true
  })
  while (!isSecondThrough && !(await isAdvisoryLockAwaited(database.system)));
  const between = await ask(before)
  hold.resolve()
  await Promise.all([first, second])
  const after = await ask(between.body.page.nextCursor)

  const seen = [...between.body.data, ...after.body.data].map(({ trackId }) => trackId)
  expect(seen).toEqual([slow.trackIds[0], quick.trackIds[0]])
})

it('lets a property continue while another one is held up', async () => {
  const { accountId } = await createTestAccount(hub)
  const { database } = hub.opened
  const held = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const free = await createLiveRelease(hub, { accountId, properties: ['site-b'] })
  await database.tenantTransaction(accountId, async (trx) => {
    await trx.execute(
      `update delivery_tracks set offered = null, upload_id = null where account_id = $1 and track_id = $2`,
      [held.trackIds[0] ?? ''],
    )
    await trx.transaction.execute('set constraints all immediate')
    await takeDown(hub, { accountId, releaseId: free.releaseId, property: 'site-b' })
    await createLiveRelease(hub, { accountId, properties: ['site-b'] })
  })
  const { body } = await hub.json('GET', '/api/integration/feed', { bearer: 'b'.repeat(32) })
  expect(body.data.map(({ deleted }: { deleted: boolean }) => deleted)).toEqual([true, false])
})
