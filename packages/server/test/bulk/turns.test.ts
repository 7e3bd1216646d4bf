import { expect, it } from 'vitest'
import { takeTurn } from '../../src/features/bulk/take-turn.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { openBulkAccount } from '../harness/bulk.ts'

/** Turns of accounts, in the order in which the queue has them. */

const turns = async () => {
  const { hub } = await openBulkAccount()
  const queue: { readonly accountId: AccountId }[] = []
  const options: object[] = []
  const suspended = new Set<AccountId>()
  const jobs: Jobs = {
    async enqueue(_trx, _job, payload, enqueued = {}) {
      queue.push(payload as { readonly accountId: AccountId })
      options.push(enqueued)
    },
  }
  const take = takeTurn({
    database: hub.opened.database,
    jobs,
    clock: hub.hub.http.clock,
    log: silentLog,
    quotas: { requireQuotaRoughly: async () => {} },
    releases: hub.hub.releases,
    isSuspended: async (accountId) => suspended.has(accountId),
  })
  return { queue, options, take, suspended }
}

it('an account with many releases waits for the turn of another after at most 20', async () => {
  const { queue, options, take } = await turns()
  const [large, small] = [await openBulkAccount(), await openBulkAccount()]
  const patch = { label: 'New' }
  const { body: long } = await large.start({ action: 'patch', ids: await large.releases(41), patch })
  const { body: short } = await small.start({ action: 'patch', ids: await small.releases(1), patch })
  queue.push(large.fixture.account, small.fixture.account)
  for (let count = 0; count < 2; count++) {
    const next = queue.shift()
    if (next) await take({ accountId: next.accountId })
  }
  expect((await small.ask(`/${short.id}`)).body.status).toBe('completed')
  const { counts, status } = (await large.ask(`/${long.id}`)).body
  expect({ status, isBounded: counts.done > 0 && counts.done <= 20 }).toEqual({ status: 'running', isBounded: true })
  const { accountId } = large.fixture.account
  expect(queue, 'Only the account that has more releases').toEqual([{ accountId }])
  expect(options).toEqual([{ key: `bulk:${accountId}`, queue: `bulk:${accountId}` }])
})

it('the jobs of a suspended account wait until it is resumed', async () => {
  const { queue, take, suspended } = await turns()
  const { fixture, start, releases, ask } = await openBulkAccount()
  const { body } = await start({ action: 'patch', ids: await releases(1), patch: { label: 'New' } })
  const { accountId } = fixture.account
  suspended.add(accountId)
  await take({ accountId })
  expect(queue).toEqual([])
  expect((await ask(`/${body.id}`)).body).toMatchObject({ status: 'running', counts: { done: 0 } })
  suspended.delete(accountId)
  await take({ accountId })
  expect((await ask(`/${body.id}`)).body).toMatchObject({ status: 'completed', counts: { done: 1 } })
})

it('a failure of the hub is tried again, and after three the other releases continue', async () => {
  const given = await openBulkAccount()
  const ids = await given.releases(2)
  const { body } = await given.start({ action: 'patch', ids, patch: { label: 'New' } })
  const { actions } = given.hub.hub.releases
  const take = takeTurn({
    database: given.hub.opened.database,
    jobs: { enqueue: async () => {} },
    clock: given.hub.hub.http.clock,
    log: silentLog,
    quotas: { requireQuotaRoughly: async () => {} },
    isSuspended: async () => false,
    releases: {
      actions: {
        ...actions,
        run: (caller, releaseId, ...more) =>
          releaseId === ids[0] ? Promise.reject(new Error('broken')) : actions.run(caller, releaseId, ...more),
      },
    },
  })
  const turn = () => take({ accountId: given.fixture.account.accountId })
  await expect(turn()).rejects.toThrow('broken')
  await expect(turn()).rejects.toThrow('broken')
  await turn()
  expect(await given.outcomes(body.id)).toMatchObject([
    { outcome: 'refused', code: 'internal_error' },
    { outcome: 'done' },
  ])
})
