import { type DeliveryStatus, deliveryStatuses, releaseStatuses } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  attentionCount,
  type Count,
  catalogAddress,
  failureCount,
  faultyDraftCount,
  statusCount,
  storeCount,
  storeCountNames,
  unsentCount,
} from '../../../console/src/data/counts.ts'
import { readFilters } from '../../../console/src/pages/catalog/read-filters.ts'
import { deliverySummary } from '../../src/features/outlets/delivery-states.ts'
import { findCatalogIds, findCatalogPage } from '../../src/features/releases/catalog/catalog-queries.ts'
import type { CatalogFilters } from '../../src/features/releases/catalog/catalog-query.ts'
import { findActivity } from '../../src/features/releases/status/event-queries.ts'
import type { SqlValue, Tenant } from '../../src/platform/database/sql.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { TestHub } from '../harness/hub.ts'
import { inviteMember, type TestPerson } from '../harness/people.ts'
import { createRandom } from '../harness/random.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedOutletHub } from '../harness/shared-review-hub.ts'
import { settingsFor } from '../harness/store-folder.ts'

/** Each number of the console that counts releases, beside the list that it leads to. */

const catalogPath = '/api/v1/distributor/catalog'
const outletIds = ['counts-far', 'counts-near'] as const
// The second text is as long as an outlet may write, and not in ASCII.
const reasons = ['ICPN is unknown', 'خطأ 100% & "more"?'.padEnd(1000, 'ß'), 'Connection lost'] as const
const seed = Number(process.env.SPINDLE_TEST_SEED ?? Date.now() % 2 ** 32)

interface Made {
  readonly id: string
  readonly deliveries: readonly MadeDelivery[]
}

interface MadeDelivery {
  readonly id: string
  readonly outletId: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: string | null
  readonly liveAt: string | null
  readonly reason: string | null
}

/** Returns the items in turn, so that each of them occurs whatever the seed is. */
function inTurn<T>(items: readonly T[]): () => T {
  let index = 0
  return () => items[index++ % items.length] as T
}

/** Releases in random states, as the product stores them; `deliverySummary` is what it counts. */
async function fill(hub: TestHub, accountId: AccountId, size: number): Promise<readonly Made[]> {
  const random = createRandom(seed)
  const { ids } = hub.hub.http
  const tenant = hub.opened.database.tenant(accountId)
  const made: Made[] = []
  const values = () => ({ status: inTurn(deliveryStatuses), reason: inTurn(reasons) })
  const next = { 'counts-far': values(), 'counts-near': values() }
  for (let index = 0; index < size; index++) {
    const status = random.pick(releaseStatuses)
    const isOut = !['draft', 'submitted', 'in_review', 'changes_requested', 'rejected'].includes(status)
    const deliveries = outletIds.flatMap((outletId): MadeDelivery[] => {
      if (!isOut || random.chance(0.2)) return []
      const delivered = next[outletId].status()
      const hasFailed = delivered === 'failed' || delivered === 'refused'
      const again = delivered === 'failed' && random.chance(0.5) ? '2027-01-01T00:00:00.000Z' : null
      const liveAt = delivered === 'live' || random.chance(0.3) ? '2026-01-01T00:00:00.000Z' : null
      const reason = hasFailed ? next[outletId].reason() : null
      return [{ id: ids.make('dlv'), outletId, status: delivered, nextAttemptAt: again, liveAt, reason }]
    })
    const { total, live, scheduled, failed, pending } = deliverySummary(deliveries)
    const revision = random.integer(1, 3)
    const release = { id: ids.make('rel'), deliveries }
    await tenant.execute(
      `insert into releases (account_id, id, status, type, title, document, revision, submitted_revision, restored_revision,
                             errors, deleted_at, delivery_total, delivery_live, delivery_scheduled, delivery_failed,
                             delivery_pending, delivery_refused_tracks, track_count)
       values ($1, $2, $3, 'ep', $4, '{}', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)`,
      [
        release.id,
        status,
        random.pick(['Night', 'ليل', 'x'.repeat(250)]),
        revision,
        status === 'draft' ? null : random.integer(1, revision),
        random.chance(0.1) ? revision : null,
        random.chance(0.4) ? random.integer(1, 9) : 0,
        status === 'draft' && random.chance(0.2) ? '2026-01-01T00:00:00.000Z' : null,
        ...[total, live, scheduled, failed, pending, random.chance(0.1) ? 1 : 0],
      ],
    )
    for (const { id, outletId, status: delivered, nextAttemptAt, liveAt, reason } of deliveries)
      await tenant.execute(
        `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision,
                                 next_attempt_at, live_at, reason)
         values ($1, $2, $3, $4, 'folder', $5, 1, 1, $6, $7, $8)`,
        [
          ...[id, release.id, outletId, delivered, nextAttemptAt, liveAt],
          reason === null ? null : JSON.stringify({ code: 'store_refused', message: reason }),
        ],
      )
    made.push(release)
  }
  return made
}

describe(`counts of releases (SPINDLE_TEST_SEED=${seed})`, () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let viewer: TestPerson
  let made: readonly Made[]
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedOutletHub())
    for (const id of outletIds)
      await hub.hub.outlets.add({ id, kind: 'folder', name: `Store ${id}`, settings: settingsFor('/nowhere', {}) })
    viewer = await inviteMember(hub, { ...fixture.account, role: 'viewer', email: 'counts@label.example' })
    const other = await createReleaseFixture(hub, 'Label of others')
    await fill(hub, other.account.accountId, 20)
    made = await fill(hub, fixture.account.accountId, 250)
  })

  /** All releases of the list, page by page, by one of the two operations. */
  async function listAll(path: string, filters: object): Promise<{ readonly total: number; readonly ids: string[] }> {
    const ids: string[] = []
    let total = 0
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = new URLSearchParams({ limit: '40', count: 'true', ...(cursor !== '' && { cursor }) })
      for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value))
      const { status, body } = await hub.json('GET', `${path}?${query}`, { key: fixture.key })
      expect([status, body.error]).toEqual([200, undefined])
      ids.push(...body.data.map(({ id }: { id: string }) => id))
      total = body.page.total
      cursor = body.page.nextCursor
    }
    return { total, ids }
  }

  /** The number of the page, and of the list behind its link, in both families. */
  async function compare({ releases, filters }: Count): Promise<void> {
    const address = catalogAddress(fixture.account.accountId, filters)
    const read = readFilters(new URL(address, 'https://hub.example').searchParams)
    for (const path of [catalogPath, releasesPath]) {
      const { total, ids } = await listAll(path, read)
      expect([address, path, total, ids.length, new Set(ids).size]).toEqual([
        address,
        path,
        ...[releases, releases, releases],
      ])
      expect(ids).toEqual([...ids].sort().reverse())
    }
  }

  it('are those of the lists that Home leads to', async () => {
    const { body: summary } = await hub.json('GET', '/api/v1/distributor/summary', { key: fixture.key })
    const counts = [
      attentionCount(summary),
      unsentCount(summary),
      faultyDraftCount(summary),
      ...releaseStatuses.map((status) => statusCount(summary, status)),
    ]
    expect(counts.filter(({ releases }) => releases === 0)).toEqual([])
    for (const count of counts) await compare(count)
  })

  it('are those of the lists that the page of stores leads to', async () => {
    const list = async () =>
      (await viewer.ask('GET', `/console/api/accounts/${fixture.account.accountId}/stores?limit=100`)).body.data.filter(
        ({ outlet }: { outlet: { id: string } }) => outletIds.some((id) => id === outlet.id),
      )
    await expect.poll(async () => (await list()).length).toBe(outletIds.length)
    for (const item of await list()) {
      const counts = storeCountNames.map((name) => storeCount(item, name))
      const failures: Count[] = item.failures.map((failure: never) => failureCount(item, failure))
      expect(counts.filter(({ releases }) => releases === 0)).toEqual([])
      expect(failures.length).toBe(reasons.length)
      for (const count of [...counts, ...failures]) await compare(count)
      const here = made.flatMap(({ deliveries }) => deliveries.filter(({ outletId }) => outletId === item.outlet.id))
      expect(counts.reduce((sum, { releases }) => sum + releases, 0)).toBe(here.length)
      const { live, scheduled, pending, failed } = deliverySummary(here)
      expect(item.releases).toMatchObject({ live, scheduled, pending, failed })
    }
  })

  it('divide the releases at any outlet as `deliverySummary` counts them', async () => {
    const states = [
      ...(['live', 'scheduled', 'pending', 'failed'] as const).map(
        (state) => [state, (all: readonly MadeDelivery[]) => deliverySummary(all)[state] > 0] as const,
      ),
      ['taken_down', (all: readonly MadeDelivery[]) => all.some(({ status }) => status === 'taken_down')] as const,
    ]
    for (const [deliveryState, isIn] of states) {
      const { ids } = await listAll(catalogPath, { deliveryState })
      const expected = made.filter(({ deliveries }) => isIn(deliveries)).map(({ id }) => id)
      expect([deliveryState, ids.toSorted()]).toEqual([deliveryState, expected.toSorted()])
    }
  })

  it('divide the account by each of the yes-or-no filters', async () => {
    const all = await listAll(catalogPath, {})
    for (const name of ['hasErrors', 'hasUnsentChanges', 'needsAttention'] as const) {
      const [yes, no] = [await listAll(releasesPath, { [name]: true }), await listAll(releasesPath, { [name]: false })]
      expect([yes.total > 0, no.total > 0]).toEqual([true, true])
      expect([name, [...yes.ids, ...no.ids].toSorted()]).toEqual([name, all.ids.toSorted()])
    }
  })

  it('choose the same releases for a bulk job', async () => {
    const filters = { deliveredTo: outletIds[0], deliveryState: 'failed' } as const
    const { total } = await listAll(catalogPath, filters)
    const { status, body } = await hub.json('POST', '/api/v1/distributor/bulk', {
      key: fixture.key,
      body: { action: 'redeliver', filters, dryRun: true },
    })
    expect([status, body.counts.total]).toEqual([202, total])
  })

  it.each([
    [
      'deliveryState=refused',
      'deliveryState',
      'Must be one of `live`, `scheduled`, `pending`, `failed`, `taken_down`.',
    ],
    ['deliveryState=faild', 'deliveryState', 'Must be one of `live`, `scheduled`, `pending`, `failed`, `taken_down`.'],
    ['hasErrors=yes', 'hasErrors', 'Must be true or false.'],
    ['deliveryReason=', 'deliveryReason', 'Must not be empty.'],
  ])('refuse the filter %s in both families, and say why', async (query, pointer, detail) => {
    for (const path of [catalogPath, releasesPath]) {
      const { status, body } = await hub.json('GET', `${path}?${query}`, { key: fixture.key })
      expect([status, body.errors]).toMatchObject([400, [{ pointer, detail }]])
    }
  })
})

describe('lists by state', () => {
  let hub: TestHub
  let tenant: Tenant
  beforeAll(async () => {
    ;({ hub } = await sharedOutletHub())
    const { account } = await createReleaseFixture(hub, 'Large Label')
    tenant = hub.opened.database.tenant(account.accountId)
    // Each fiftieth failed at the store, has errors, or has unsubmitted changes.
    await tenant.execute(
      `insert into releases (account_id, id, status, type, title, document, errors, revision, submitted_revision,
                             delivery_total, delivery_live, delivery_failed)
       select $1, 'rel_' || lpad(g::text, 26, '0'), 'live', 'ep', 'Night', '{}', case when g % 50 = 1 then 1 else 0 end,
              2, case when g % 50 = 2 then 1 else 2 end, 1, case when g % 50 = 0 then 0 else 1 end,
              case when g % 50 = 0 then 1 else 0 end
       from generate_series(800000, 805000) g`,
    )
    await tenant.execute(
      `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision)
       select account_id, 'dlv_' || right(id, 26), id, 'counts-far', 'folder',
              case when delivery_failed > 0 then 'refused' else 'live' end, 1, 1 from releases where account_id = $1`,
    )
    await tenant.execute(
      `insert into release_events (account_id, id, release_id, sequence, at, type, revision, actor, data, sha256)
       select account_id, 'evt_' || right(id, 26), id, 1, now(),
              case when delivery_failed > 0 then 'delivery.failed' else 'delivery.live' end, 1,
              '{"type": "system"}', '{}', decode(repeat('00', 32), 'hex')
       from releases where account_id = $1`,
    )
    await hub.opened.database.system.execute('analyze releases, deliveries, release_events')
  })

  /** The plan of a statement that a function sends. */
  async function planOf(send: (tenant: Tenant) => Promise<unknown>): Promise<string> {
    let sent: readonly [text: string, values: readonly SqlValue[]] | undefined
    const note = async (text: string, values: readonly SqlValue[] = []): Promise<never[]> => {
      sent = [text, values]
      return []
    }
    await send({ ...tenant, readRows: note, readRow: async (text, values) => void (await note(text, values)) })
    const [text, values] = sent ?? ['', []]
    const rows = await tenant.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const pageOf = (filters: CatalogFilters) => (sql: Tenant) =>
    findCatalogPage(sql, { filters, parts: [], order: 'createdAt', limit: 20, after: undefined, isCsv: false })

  it.each<[string, CatalogFilters['state'], string]>([
    ['what failed at a store', { deliveredTo: 'counts-far', deliveryState: 'failed' }, 'deliveries_state'],
    ['what failed anywhere', { deliveryState: 'failed' }, 'releases_attention'],
    ['errors', { hasErrors: true }, 'releases_attention'],
    ['unsubmitted changes', { hasUnsentChanges: true }, 'releases_unsent'],
  ])('read an index for %s', async (_, state, index) => {
    expect(await planOf((sql) => findCatalogIds(sql, { state }, 10_000))).toContain(index)
    const page = await planOf(pageOf({ state }))
    expect(page).not.toContain('Seq Scan')
  })

  it('read an index for the failures in the activity', async () => {
    const plan = await planOf((sql) => findActivity(sql, { failures: true }, { limit: 50, after: undefined }))
    expect(plan).toContain('release_events_failures')
  })

  it('read no table as a whole for what is live at a store', async () => {
    const state = { deliveredTo: 'counts-far', deliveryState: 'live' } as const
    expect(await planOf(pageOf({ state }))).not.toContain('Seq Scan')
  })
})
