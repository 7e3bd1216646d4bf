import { beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { startSecondNode } from '../harness/second-node.ts'

const releases = '/api/v1/music-distributor/releases'
const until = '2999-01-01T09:00:00.000Z'

describe('an account that moves its catalog in', () => {
  let hub: TestHub
  let nowMs: number
  let moving: TestAccount
  let key: string
  let operator: ReturnType<typeof operatorOf>
  const clock = { now: () => nowMs }
  const environment = { SPINDLE_RATE_LIMIT: '5/2/3', SPINDLE_QUOTA_STORED_BYTES: '1000' }

  // In the middle of a minute, so that no window ends by itself. Commands run at the time of the machine, before it.
  beforeEach(async () => {
    nowMs = Date.parse('2999-01-01T08:00:30Z')
    hub = await startTestHub({ role: 'api', environment, overrides: { clock } })
    moving = await createTestAccount(hub, 'Night Label')
    key = await moving.key()
    operator = operatorOf(hub)
  })

  const write = (by = key, node = hub) => node.json('POST', releases, { key: by, body: {} })
  const policyOf = async (by = key, node = hub) =>
    (await node.json('GET', releases, { key: by })).headers.get('ratelimit-policy')
  /** The node knows the usual limits first, so that only the notification brings it the larger ones. */
  const open = async (...options: string[]) => {
    await policyOf()
    const { code } = await operator('accounts', 'move-in', moving.accountId, '--until', until, ...options)
    expect(code).toBe(0)
    await eventually(async () => (await policyOf()) !== '"reads";q=5;w=60', { what: 'the larger limits' })
  }
  const useUp = async (times: number) => {
    for (let i = 0; i < times; i++) expect((await write()).status).toBe(422)
  }

  it('may send the usual requests before, three times as many until the instant, and the usual ones after it', async () => {
    await useUp(2)
    const before = await write()
    expect([before.status, before.body.detail]).toEqual([
      429,
      'More than 2 requests per minute (writes). To move a catalog in faster, ask the operator to raise the limits of the account for a time.',
    ])
    await open('--factor', '3')
    await useUp(4)
    const during = await write()
    expect([during.status, during.body.detail]).toEqual([
      429,
      'More than 6 requests per minute (writes). The usual limit is 2. The operator raised it until 2999-01-01T09:00:00.000Z.',
    ])
    expect(during.headers.get('ratelimit-policy')).toBe('"writes";q=6;w=60')
    nowMs = Date.parse('2999-01-01T08:59:59.999Z')
    expect(await policyOf()).toBe('"reads";q=15;w=60')
    nowMs = Date.parse(until)
    expect(await policyOf()).toBe('"reads";q=5;w=60')
    await useUp(2)
    expect((await write()).status).toBe(429)
  })

  it('has the usual limits again once the operator ends the move', async () => {
    await open('--factor', '2')
    expect(await policyOf()).toBe('"reads";q=10;w=60')
    expect(await operator('accounts', 'move-in', moving.accountId, '--end')).toEqual({
      code: 0,
      out: [],
      err: ['The usual limits apply again.'],
    })
    await eventually(async () => (await policyOf()) === '"reads";q=5;w=60', { what: 'the usual limits' })
    expect(
      await hub.opened.database.system.rows(
        "select type, actor ->> 'type' as actor, data from hub_audit_events where type like 'move_in.%' order by id",
      ),
    ).toEqual([
      {
        type: 'move_in.opened',
        actor: 'operator',
        data: { account: moving.accountId, until, factor: '2', storedBytes: null },
      },
      { type: 'move_in.ended', actor: 'operator', data: { account: moving.accountId } },
    ])
  })

  it('sees the larger limits in its own description', async () => {
    const { body: usual } = await hub.json('GET', '/api/v1/distributor/key', { key })
    expect([usual.moveInUntil, usual.limits[2], usual.quotas[2]]).toEqual([
      undefined,
      { name: 'writes', requests: 2, seconds: 60, scope: 'caller' },
      { name: 'storedBytes', limit: 1000, used: 0 },
    ])
    await open('--storage', '5TB')
    const { body } = await hub.json('GET', '/api/v1/distributor/key', { key })
    expect(body.moveInUntil).toBe('2999-01-01T09:00:00.000Z')
    expect(body.limits.slice(2)).toEqual([
      { name: 'writes', requests: 20, seconds: 60, scope: 'caller' },
      { name: 'writes', requests: 80, seconds: 60, scope: 'account' },
      { name: 'uploads', requests: 50, seconds: 60, scope: 'caller' },
      { name: 'uploads', requests: 200, seconds: 60, scope: 'account' },
    ])
    expect(body.quotas[2]).toEqual({ name: 'storedBytes', limit: 5_000_000_000_000, used: 0 })
  })

  it('may store more until the instant, and keeps what it stored', async () => {
    const announce = async (size: number) =>
      (
        await hub.request('/api/v1/distributor/uploads', {
          method: 'POST',
          headers: {
            'x-api-key': key,
            'tus-resumable': '1.0.0',
            'upload-length': `${size}`,
            'upload-metadata': `kind ${btoa('audio')}`,
          },
        })
      ).status
    expect(await announce(1001)).toBe(403)
    await open('--storage', '2k')
    expect(await announce(1500)).toBe(201)
    expect(await announce(501)).toBe(403)
    expect(await announce(500)).toBe(201)
    nowMs = Date.parse(until)
    expect(await announce(1)).toBe(403)
    const { body } = await hub.json('GET', '/api/v1/distributor/key', { key })
    expect(body.quotas[2]).toEqual({ name: 'storedBytes', limit: 1000, used: 2000 })
  })

  it('may store as much as usual where the move would allow less', async () => {
    await open('--storage', '10')
    const { body } = await hub.json('GET', '/api/v1/distributor/key', { key })
    expect(body.quotas[2]).toEqual({ name: 'storedBytes', limit: 1000, used: 0 })
  })

  it('leaves the limits of other accounts as they are, and uses nothing of theirs up', async () => {
    const other = await (await createTestAccount(hub, 'Day Label')).key()
    await open('--factor', '3')
    await useUp(6)
    expect((await write()).status).toBe(429)
    const answer = await write(other)
    expect([answer.status, answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]).toEqual([
      422,
      '"writes";q=2;w=60',
      '"writes";r=1;t=30',
    ])
  })

  it('is known to every node', async () => {
    const second = await startSecondNode(hub, { role: 'api', environment, overrides: { clock } })
    expect(await policyOf(key, second)).toBe('"reads";q=5;w=60')
    await open()
    await eventually(async () => (await policyOf(key, second)) === '"reads";q=50;w=60', { what: 'the other node' })
  })

  it('costs requests no look-up of its own', async () => {
    await open()
    await hub.opened.database.system.execute('alter table accounts rename to accounts_away')
    const policy = await policyOf()
    await hub.opened.database.system.execute('alter table accounts_away rename to accounts')
    expect(policy).toBe('"reads";q=50;w=60')
  })

  it.each([
    ['a move that ends before it begins', "now(), now() - interval '1 s', 10, null", 'accounts_move_in_until'],
    ['a factor of 1', "now(), now() + interval '1 s', 1, null", 'accounts_move_in_factor_check'],
    ['a factor of 101', "now(), now() + interval '1 s', 101, null", 'accounts_move_in_factor_check'],
    ['no bytes', "now(), now() + interval '1 s', 10, 0", 'accounts_move_in_stored_bytes_check'],
    ['an instant alone', "null, now() + interval '1 s', null, null", 'accounts_move_in_whole'],
    ['a quota alone', 'null, null, null, 5', 'accounts_move_in_whole'],
  ])('is not stored with %s', async (_what, values, constraint) => {
    const columns = 'move_in_opened_at, move_in_until, move_in_factor, move_in_stored_bytes'
    await expect(
      hub.opened.database.system.execute(`update accounts set (${columns}) = (${values}) where id = $1`, [
        moving.accountId,
      ]),
    ).rejects.toThrow(constraint)
  })
})
