import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { isPooled, throughPooler } from '../harness/shared/pooler.ts'
import { createUploadClient, sha256, testBytes, type UploadClient } from '../harness/uploads.ts'

/** A client continues at one node what it started at another, as behind a load balancer. */

describe('two nodes of one hub', () => {
  let one: TestHub
  let other: TestHub
  let fixture: ReleaseFixture
  let atOne: UploadClient
  let atOther: UploadClient
  beforeAll(async () => {
    const environment = {
      SPINDLE_SECRET: 's'.repeat(40),
      SPINDLE_PUBLIC_URL: 'https://hub.example',
      SPINDLE_SANDBOX_OUTLET: 'on',
    }
    one = await startTestHub({ role: 'api', environment, overrides: { openDatabase: await createTestDatabase() } })
    other = await startSecondNode(one, { role: 'api', environment })
    fixture = await createReleaseFixture(one)
    atOne = createUploadClient(one, fixture.key)
    atOther = createUploadClient(other, fixture.key)
  })

  // The way of `npm run test:pooled` alone.
  const inPool = isPooled ? it : undefined
  inPool?.('reach their database through the PgBouncer of the run', async () => {
    const { connection } = one.opened
    const client = new pg.Client({ ...throughPooler(connection, inject('run').folder), database: 'pgbouncer' })
    await client.connect()
    const transactions = async (): Promise<number> => {
      const { rows } = await client.query('show stats_totals')
      return Number(rows.find(({ database }) => database === connection.database)?.xact_count ?? 0)
    }
    const before = await transactions()
    for (const node of [one, other])
      expect((await node.json('GET', releasesPath, { key: fixture.key })).status).toBe(200)
    const after = await transactions()
    await client.end()
    expect(after - before).toBeGreaterThanOrEqual(2)
  })

  it('take a file in turns, bit for bit', async () => {
    const bytes = testBytes(90_000)
    const path = await atOne.begin(bytes.length)
    for (const [index, node] of [atOne, atOther, atOne].entries()) {
      const offset = index * 30_000
      expect(await node.offset(path)).toBe(offset)
      expect((await node.patch(path, offset, bytes.subarray(offset, offset + 30_000))).status).toBe(204)
    }
    expect((await one.json('GET', path, { key: fixture.key })).body).toMatchObject({ status: 'received' })
    expect((await other.json('GET', path, { key: fixture.key })).body).toMatchObject({ sha256: sha256(bytes) })
  })

  it('continue a list that started at the other node', async () => {
    const { key } = fixture
    for (let serial = 0; serial < 3; serial++)
      expect((await one.json('POST', releasesPath, { key, body: await fixture.body() })).status).toBe(201)
    const first = (await one.json('GET', `${releasesPath}?limit=2`, { key })).body
    const rest = (await other.json('GET', `${releasesPath}?limit=2&cursor=${first.page.nextCursor}`, { key })).body
    const all = (await one.json('GET', `${releasesPath}?limit=10`, { key })).body
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(all.data.map(({ id }: { id: string }) => id))
    expect(rest.page.hasMore).toBe(false)
  })

  it('answer a request that is repeated at the other one with what it made, once', async () => {
    const { key } = fixture
    const headers = { 'idempotency-key': 'the-same-at-both' }
    const body = await fixture.body()
    const send = (node: TestHub) => node.json('POST', releasesPath, { key, body, headers })
    const [first, again] = [await send(one), await send(other)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const repeats = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 2 === 0 ? one : other)))
    for (const repeat of repeats) if (repeat.status === 201) expect(repeat.body.id).toBe(first.body.id)
  })
})
