import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { inviteMember, type TestPerson } from '../../harness/people.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'
import { settingsFor } from '../../harness/store-folder.ts'

describe('listStores 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let viewer: TestPerson
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', overrides: { jobPollMs: 100 } }))
    viewer = await inviteMember(hub, { ...fixture.account, role: 'viewer', email: 'vi@label.example' })
  })
  const list = async (query = '') =>
    (await viewer.ask('GET', `/console/api/accounts/${fixture.account.accountId}/stores${query}`)).body
  const nothing = {
    releases: { live: 0, scheduled: 0, pending: 0, failed: 0, takenDown: 0 },
    failures: [],
    otherFailures: 0,
  }

  it('says of each outlet what it takes, and whether it is paused, in pages', async () => {
    const settings = settingsFor('/nowhere', { takes: { leastCover: 600 } })
    await hub.hub.outlets.add({ id: 'far', kind: 'folder', name: 'Far Store', settings })
    await hub.hub.outlets.pause('far', true)
    await expect
      .poll(async () => (await list()).data)
      .toEqual([
        {
          outlet: {
            id: 'far',
            name: 'Far Store',
            kind: 'folder',
            store: { ernVersion: '4.3.2', takes: { leastCover: 600 } },
          },
          isPaused: true,
          ...nothing,
        },
        { outlet: { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' }, isPaused: false, ...nothing },
      ])
    const first = await list('?limit=1&count=true')
    expect(first).toMatchObject({ data: [{ outlet: { id: 'far' } }], page: { hasMore: true, total: 2 } })
    const next = await list(`?limit=1&cursor=${first.page.nextCursor}`)
    expect(next).toMatchObject({ data: [{ outlet: { id: 'sandbox' } }], page: { hasMore: false, nextCursor: null } })
  })

  it('counts the releases of the account by what happened to them, with the reasons of refusals', async () => {
    const other = await createReleaseFixture(hub, 'Other Label')
    const make = async (metadata: object, status: string, by = fixture): Promise<string> => {
      const { body } = await by.release({ outlets: ['sandbox'], metadata, submit: true })
      await by.until(body.id, (release) => release.status === status)
      return body.id
    }
    const refusal = { 'sandbox.outcome': 'refuse:metadata_missing' }
    await make({}, 'live')
    await make(refusal, 'delivery_failed')
    const newest = await make(refusal, 'delivery_failed')
    await make(refusal, 'delivery_failed', other)
    const down = await make({}, 'live')
    await fixture.act(down, 'takedown', { reason: 'wrong_master' })
    await fixture.until(down, ({ status }) => status === 'taken_down')
    const { body: waiting } = await fixture.release({ outlets: ['far'], submit: true })
    await fixture.until(waiting.id, ({ status }) => status === 'delivering')
    const { deliveries } = (await fixture.get(newest)).body
    expect((await list()).data).toMatchObject([
      { outlet: { id: 'far' }, ...nothing, releases: { live: 0, scheduled: 0, pending: 1, failed: 0, takenDown: 0 } },
      {
        outlet: { id: 'sandbox' },
        releases: { live: 1, scheduled: 0, pending: 0, failed: 2, takenDown: 1 },
        failures: [
          {
            code: 'metadata_missing',
            message: deliveries[0].reason.message,
            releases: 2,
            releaseId: newest,
            nextAttemptAt: null,
          },
        ],
        otherFailures: 0,
      },
    ])
  })

  it('names the five most frequent reasons, and counts the others', async () => {
    const { accountId } = fixture.account
    const tenant = hub.opened.database.tenant(accountId)
    const ids: string[] = []
    for (let serial = 0; serial < 7; serial++) {
      const { body } = await fixture.release({ outlets: ['far'], submit: true })
      ids.push(body.id)
    }
    await tenant.execute(
      `update deliveries set status = 'refused', reason = json_build_object('code', 'store_error', 'message',
              case when release_id = any($2::text[]) then 'Twice' else release_id end)
       where account_id = $1 and release_id = any($3::text[])`,
      [ids.slice(0, 2), ids],
    )
    const [far] = (await list()).data
    expect(
      far.failures.map(({ message, releases }: { message: string; releases: number }) => [message, releases]),
    ).toEqual([['Twice', 2], ...ids.slice(2, 6).map((id) => [id, 1])])
    expect(far.otherFailures).toBe(1)
  })
})
