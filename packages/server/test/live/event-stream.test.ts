import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { fromOwnPage, inviteMember, setUpOperator } from '../harness/people.ts'
import { shortMaster, storeFile } from '../harness/submittable.ts'
import { type ReadStream, readStream, streamPath } from './read-stream.ts'

/** Changes as they happen: each account gets its own, none is missed, in any order of commits. */

describe('the stream of events', () => {
  let hub: TestHub
  let account: TestAccount
  let accountId: AccountId
  let key: string
  let uploadId: string
  const opened: ReadStream[] = []
  const open = async (
    headers: Record<string, string> = { 'x-api-key': key },
    path = streamPath,
  ): Promise<ReadStream> => {
    const stream = await readStream(hub, headers, path)
    opened.push(stream)
    return stream
  }
  const draft = async (title: string): Promise<string> => {
    const body = { title, type: 'single', tracks: [{ title, uploadId }] }
    const answer = await hub.json('POST', '/api/v1/music-distributor/releases', { key, body })
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  const told = (stream: ReadStream, event: string): unknown[] =>
    stream.events.filter((one) => one.event === event).map(({ data }) => data as unknown)

  beforeAll(async () => {
    hub = await startTestHub()
    account = await createTestAccount(hub)
    accountId = account.accountId
    key = await account.key()
    uploadId = await storeFile({ url: hub.url, key }, 'audio/wav', shortMaster(3))
  })
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.close()
  })

  it('sends ids and statuses of uploads and releases, and nothing from before', async () => {
    const stream = await open()
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const upload = await storeFile({ url: hub.url, key }, 'audio/wav', shortMaster(4))
    await eventually(async () => told(stream, 'upload').length >= 4 || undefined, { what: 'the upload' })
    expect(told(stream, 'upload')).toEqual(
      ['awaiting_data', 'received', 'analysing', 'ready'].map((status) => ({ id: upload, status })),
    )
    const id = await draft('Watched')
    await eventually(async () => told(stream, 'release').length > 0 || undefined, { what: 'the release' })
    expect(told(stream, 'release')[0]).toEqual({ id, status: 'draft' })
    expect((await hub.json('DELETE', `/api/v1/music-distributor/releases/${id}`, { key })).status).toBe(204)
    await eventually(async () => told(stream, 'release').length > 1 || undefined, { what: 'its end' })
    expect(told(stream, 'release').at(-1)).toEqual({ id, status: 'deleted' })
  })

  it('sends nothing to other accounts, and keys only to people', async () => {
    await setUpOperator(hub)
    const mia = await inviteMember(hub, { accountId, role: 'viewer', email: 'mia@label.example' })
    const stranger = await createTestAccount(hub, 'Stranger')
    const strangerStream = await open({ 'x-api-key': await stranger.key() })
    const keyStream = await open()
    const miaStream = await open({ ...fromOwnPage, cookie: mia.cookie() ?? '' }, `/console/a/${accountId}${streamPath}`)
    expect(miaStream.response.status).toBe(200)
    const before = { key: keyStream.events.length, stranger: strangerStream.events.length }
    const rows = hub.opened.database.tenant(accountId)
    const [row] = await rows.rows<{ id: string }>('select id from api_keys where account_id = $1 limit 1')
    await rows.execute(`update api_keys set expires_at = now() + interval '1 day' where account_id = $1 and id = $2`, [
      row?.id,
    ])
    const id = await draft('Only mine')
    await miaStream.first(2)
    expect(told(miaStream, 'key')).toEqual([{ id: row?.id, status: 'active' }])
    expect(told(miaStream, 'release')[0]).toEqual({ id, status: 'draft' })
    await keyStream.first(before.key + 1)
    expect(told(keyStream, 'key')).toEqual([])
    expect(strangerStream.events).toHaveLength(before.stranger)
  })

  it('continues after the last event that a client has seen, also in another process', async () => {
    const first = await open()
    const a = await draft('Seen')
    const seen = await eventually(async () => first.events.find(({ id }) => id !== undefined), {
      what: 'a first event',
    })
    expect(seen.data).toEqual({ id: a, status: 'draft' })
    first.close()
    const b = await draft('Missed')
    const c = await draft('Missed as well')
    const again = await open({ 'x-api-key': key, 'last-event-id': seen.id ?? '' })
    await eventually(
      async () => told(again, 'release').some((data) => (data as { id: string }).id === c) || undefined,
      {
        what: 'what was missed',
      },
    )
    const ids = told(again, 'release').map((data) => (data as { id: string }).id)
    expect(ids.filter((id, index) => ids.indexOf(id) === index)).toEqual([b, c])
    expect(told(again, 'reset')).toEqual([])
  })

  it('continues from the position of the session, so that nothing is missed between reading and listening', async () => {
    const tom = await inviteMember(hub, { accountId, role: 'viewer', email: 'tom@label.example' })
    await draft('Before')
    const { body } = await tom.ask('GET', '/console/api/session')
    const id = await draft('Between')
    const stream = await open(
      { ...fromOwnPage, cookie: tom.cookie() ?? '', 'last-event-id': body.lastEventId },
      `/console/a/${accountId}${streamPath}`,
    )
    await stream.first(1)
    expect(stream.events.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'release', data: { id, status: 'draft' } },
    ])
  })

  it.each([
    ['of no form', 'yesterday'],
    ['of another database', `${Math.floor(Date.now() / 1000)}.9000000000000000:9000000000000001:`],
    ['that is too old', '1700000000.1:2:'],
  ])('begins anew, and says so, for an id %s', async (_, id) => {
    const stream = await open({ 'x-api-key': key, 'last-event-id': id })
    expect(await stream.first(1)).toEqual([{ id: undefined, event: 'reset', data: {} }])
  })

  it('sends 999 changes one by one, and resets at 1,000', async () => {
    const { accountId: busy, key: makeKey } = await createTestAccount(hub, 'Busy')
    const stream = await open({ 'x-api-key': await makeKey() })
    const change = (count: number) =>
      hub.opened.database.tenant(busy).execute(
        `insert into live_events (account_id, kind, id, status)
         select $1, 'upload', 'upload ' || n, 'ready' from generate_series(1, $2::int) n`,
        [count],
      )
    await change(999)
    await stream.first(999)
    expect(stream.events.at(-1)).toMatchObject({ event: 'upload', data: { id: 'upload 999', status: 'ready' } })
    await change(1_000)
    expect((await stream.first(1_000)).at(-1)).toEqual({ id: expect.any(String), event: 'reset', data: {} })
    await change(1)
    await stream.first(1_001)
    expect(stream.events).toHaveLength(1_001)
    expect(stream.events.at(-1)).toMatchObject({ event: 'upload', data: { id: 'upload 1', status: 'ready' } })
  })

  it('sends a change that commits late even though later changes were sent before', async () => {
    const stream = await open()
    const { database } = hub.opened
    let quick = ''
    await database.tenantTransaction(accountId, async (trx) => {
      await trx.execute(`insert into live_events (account_id, kind, id, status) values ($1, 'upload', 'slow', 'ready')`)
      quick = await draft('Quick')
      // Not delayed by the one that still runs.
      expect((await stream.first(1))[0]?.data).toEqual({ id: quick, status: 'draft' })
    })
    await eventually(async () => told(stream, 'upload').length > 0 || undefined, { what: 'the late one' })
    expect(told(stream, 'upload')).toEqual([{ id: 'slow', status: 'ready' }])
    // A client that was disconnected between the two also gets the late one.
    const [first] = stream.events
    const again = await open({ 'x-api-key': key, 'last-event-id': first?.id ?? '' })
    await eventually(async () => told(again, 'upload').length > 0 || undefined, { what: 'the late one again' })
    expect(told(again, 'upload')).toEqual([{ id: 'slow', status: 'ready' }])
  })

  it('refuses a seventh stream of one key, and takes it once another has ended', async () => {
    // A separate key: the hub may not have noticed the end of all earlier streams.
    const headers = { 'x-api-key': await account.key() }
    const streams = await Promise.all(Array.from({ length: 6 }, () => open(headers)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(6).fill(200))
    const refused = await open(headers)
    expect(refused.response.status).toBe(429)
    expect(await refused.response.json()).toMatchObject({ error: 'rate_limited' })
    streams[0]?.close()
    await eventually(async () => (await open(headers)).response.status === 200 || undefined, { what: 'a free place' })
  })

  it('ends when the hub stops, so that a stop does not wait for readers', async () => {
    const other = await startTestHub({ role: 'api' })
    const stream = await readStream(other, { 'x-api-key': await (await createTestAccount(other)).key() })
    expect(stream.response.status).toBe(200)
    await other.hub.close()
    await eventually(async () => stream.hasEnded() || undefined, { what: 'the end of the stream' })
  })
})
