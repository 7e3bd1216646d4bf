import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it.each(['queued', 'live'])('does not deliver again what is %s', async (status) => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const [delivery] = release.deliveries
  await hub.opened.database
    .tenant(fixture.account.accountId)
    .execute('update deliveries set status = $3 where account_id = $1 and id = $2', [delivery.id, status])
  const { body: before } = await fixture.get(release.id)
  expect(await fixture.act(release.id, `deliveries/${delivery.id}/retry`)).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      state: 'delivering',
      detail: `The delivery is ${status}; only a delivery that is failed, refused or taken_down can be retried.`,
    },
  })
  expect((await fixture.get(release.id)).body).toEqual(before)
})
