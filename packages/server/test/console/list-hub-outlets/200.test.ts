import { beforeAll, describe, expect, it } from 'vitest'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { openStoreHub, type StoreHub } from '../../harness/store-folder.ts'

describe('listHubOutlets 200', () => {
  let store: StoreHub
  let operator: TestPerson
  beforeAll(async () => {
    store = await openStoreHub()
    operator = await setUpOperator(store.hub)
  })
  const list = async (query = '') => (await operator.ask('GET', `/console/api/operator/outlets${query}`)).body
  const quiet = { waiting: 0, lastDeliveredAt: null, oldestUnansweredAt: null, causes: [] }

  it('shows outlets that never got anything, in pages', async () => {
    const { id } = await store.addStore()
    expect((await list()).data).toEqual([
      {
        ...{ id: 'sandbox', name: 'Sandbox', kind: 'sandbox', ernVersion: null, isAdded: false },
        ...{ state: 'active', pausedReason: null },
        ...quiet,
      },
      {
        ...{ id, name: 'Example Store', kind: 'folder', ernVersion: '4.3.2', isAdded: true },
        ...{ state: 'active', pausedReason: null },
        ...quiet,
      },
    ])
    const first = await list('?limit=1&count=true')
    expect(first).toMatchObject({ data: [{ id: 'sandbox' }], page: { hasMore: true, total: 2 } })
    expect(await list(`?limit=1&cursor=${first.page.nextCursor}`)).toMatchObject({
      data: [{ id }],
      page: { hasMore: false, nextCursor: null },
    })
  })

  it('shows since when a store owes an answer, and why the hub paused one', async () => {
    const { id, folder } = await store.addStore()
    const before = Date.now()
    await store.submit(id)
    await store.nthMessage(folder, 1)
    const read = async () => (await list()).data.find((outlet: { id: string }) => outlet.id === id)
    await expect.poll(async () => (await read()).oldestUnansweredAt).not.toBeNull()
    const found = await read()
    expect(found).toMatchObject({ state: 'active', waiting: 1, causes: [] })
    for (const at of [found.oldestUnansweredAt, found.lastDeliveredAt])
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
    await store.hub.hub.outlets.pause(id, true, 'The host key differs.')
    expect(await read()).toMatchObject({ state: 'paused', pausedReason: 'The host key differs.' })
  })

  it('groups what failed over all accounts by cause', async () => {
    const other = await createReleaseFixture(store.hub, 'Other Label')
    const make = async (outcome: string, by = store.fixture) => {
      const { body } = await by.release({
        outlets: ['sandbox'],
        metadata: { 'sandbox.outcome': outcome },
        submit: true,
      })
      return by.until(body.id, ({ status }) => status === 'delivery_failed')
    }
    const first = await make('refuse:metadata_missing')
    await make('refuse:metadata_missing', other)
    await make('refuse:rights_conflict')
    const [sandbox] = (await list()).data
    expect(sandbox).toMatchObject({
      id: 'sandbox',
      state: 'failing',
      waiting: 0,
      causes: [
        { code: 'metadata_missing', message: first.deliveries[0].reason.message, deliveries: 2, waiting: 0 },
        { code: 'rights_conflict', message: expect.any(String), deliveries: 1, waiting: 0 },
      ],
    })
  })
})
