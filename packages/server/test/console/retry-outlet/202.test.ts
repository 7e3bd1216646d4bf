import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

describe('retryOutlet 202', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let operator: TestPerson
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', overrides: { jobPollMs: 100 } }))
    operator = await setUpOperator(hub)
  })
  const retry = (code: string) => operator.ask('POST', '/console/api/operator/outlets/sandbox/retry', { code })
  const refused = async (by: ReleaseFixture, code = 'metadata_missing'): Promise<string> => {
    const { body } = await by.release({ metadata: { 'sandbox.outcome': `refuse:${code}` }, submit: true })
    await by.until(body.id, ({ status }) => status === 'delivery_failed')
    return body.id
  }
  const retries = async (by: ReleaseFixture, id: string) =>
    (await by.events(id)).body.data.filter(
      ({ type, actor }: { type: string; actor: { type: string } }) =>
        actor.type === 'operator' && (type === 'release.retry' || /retr/.test(type)),
    )

  it('tries again what failed for this reason in all accounts, in the name of the person, and nothing else', async () => {
    const other = await createReleaseFixture(hub, 'Other Label')
    const mine = await refused(fixture)
    const theirs = await refused(other)
    const different = await refused(fixture, 'rights_conflict')
    expect(await retry('metadata_missing')).toMatchObject({ status: 202, body: { deliveries: 2 } })
    await expect.poll(async () => (await retries(fixture, mine)).length).toBe(1)
    await expect.poll(async () => (await retries(other, theirs)).length).toBe(1)
    expect(await retries(fixture, mine)).toMatchObject([{ actor: { type: 'operator', name: 'Mia Blue' } }])
    expect(await retries(fixture, different)).toEqual([])
    expect(
      await hub.opened.database.system.rows("select data from hub_audit_events where type = 'outlet.retried'"),
    ).toEqual([{ data: { outlet: 'sandbox', code: 'metadata_missing', deliveries: '2' } }])
  })

  it('does nothing for a reason that no delivery has', async () => {
    expect(await retry('never_seen')).toMatchObject({ status: 202, body: { deliveries: 0 } })
  })

  it('leaves out what an operator took down', async () => {
    const id = await refused(fixture, 'resource_corrupt')
    await hub.opened.database
      .tenant(fixture.account.accountId)
      .execute('update deliveries set is_held = true where account_id = $1 and release_id = $2', [id])
    expect(await retry('resource_corrupt')).toMatchObject({ status: 202, body: { deliveries: 0 } })
    expect(await retries(fixture, id)).toEqual([])
  })
})
