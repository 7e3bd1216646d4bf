import { expect, it } from 'vitest'
import { releaseReader } from '../../src/features/releases/reading/read-releases.ts'
import type { Tenant } from '../../src/platform/database/sql.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { sharedHub } from '../harness/shared-hub.ts'

it('answers a release and its deliveries of one moment, though both change while they are read', async () => {
  const hub = await sharedHub()
  const { accountId } = await createTestAccount(hub)
  const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const tenant = hub.opened.database.tenant(accountId)
  const setState = (release: string, delivery: string) =>
    hub.opened.database.tenantTransaction(accountId, async (trx) => {
      await trx.execute(
        'update releases set status = $3, first_delivered_at = now() where account_id = $1 and id = $2',
        [releaseId, release],
      )
      await trx.execute('update deliveries set status = $3 where account_id = $1 and release_id = $2', [
        releaseId,
        delivery,
      ])
    })
  await setState('delivering', 'sending')
  // The outlet answers just after the release was read.
  let isFirst = true
  const disturbed: Tenant = {
    ...tenant,
    async readRow<R>(...statement: Parameters<Tenant['readRow']>) {
      const found = await tenant.readRow<R>(...statement)
      if (isFirst) {
        isFirst = false
        await setState('live', 'live')
      }
      return found
    },
  }
  const { body } = await releaseReader({ list: () => [], adapterOf: () => undefined }).get(disturbed, releaseId)
  expect([body.status, body.deliveries.map(({ status }) => status)]).toEqual(['live', ['live']])
})
