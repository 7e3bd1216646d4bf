import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const path = '/api/v1/distributor/keys'

describe('rotateKey 201', () => {
  let hub: TestHub
  let account: TestAccount
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    account = await createTestAccount(hub)
  })
  const create = async (expiresAt?: string) => {
    const body = { name: 'turning', permissions: ['music:read', 'music:write'], ...(expiresAt ? { expiresAt } : {}) }
    return (await hub.json('POST', path, { bearer: await account.token(), body })).body
  }
  const rotate = async (id: string, overlapSeconds: number) =>
    hub.json('POST', `${path}/${id}/rotate`, { bearer: await account.token(), body: { overlapSeconds } })
  const isAccepted = async (key: string): Promise<boolean> =>
    (await hub.hub.http.credentials.findApiKey(key)) !== undefined

  it('makes a key with the same name and permissions that points from the old one', async () => {
    const old = await create()
    const answer = await rotate(old.id, 3_600)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ name: 'turning', permissions: ['music:read', 'music:write'], expiresAt: null })
    expect(answer.body.key).not.toBe(old.key)
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`)
    const { body } = await hub.json('GET', `${path}/${old.id}`, { bearer: await account.token() })
    expect(body).toMatchObject({ status: 'active', rotatedTo: answer.body.id })
  })

  it.each([3_600, 86_400, 604_800])('lets both live for an overlap of %i s and not longer', async (overlapSeconds) => {
    const startedAt = nowMs
    const old = await create()
    expect(await isAccepted(old.key)).toBe(true)
    const { body: next } = await rotate(old.id, overlapSeconds)
    nowMs = startedAt + overlapSeconds * 1_000 - 1
    expect([await isAccepted(old.key), await isAccepted(next.key)]).toEqual([true, true])
    nowMs += 1
    expect([await isAccepted(old.key), await isAccepted(next.key)]).toEqual([false, true])
    nowMs = startedAt
  })

  it('ends the old key immediately without an overlap', async () => {
    const old = await create()
    expect(await isAccepted(old.key)).toBe(true)
    const { body: next } = await rotate(old.id, 0)
    expect([await isAccepted(old.key), await isAccepted(next.key)]).toEqual([false, true])
  })

  it('gives a key with an end as long a life again, and never lengthens the old one', async () => {
    const inTwoHours = new Date(nowMs + 7_200_000).toISOString()
    const old = await create(inTwoHours)
    const startedAt = nowMs
    nowMs += 3_600_000
    const { body: next } = await rotate(old.id, 604_800)
    expect(next.expiresAt).toBe(new Date(startedAt + 10_800_000).toISOString())
    const { body } = await hub.json('GET', `${path}/${old.id}`, { bearer: await account.token() })
    expect(body.expiresAt).toBe(inTwoHours)
    nowMs = startedAt
  })

  it('makes one key for one Idempotency-Key', async () => {
    const old = await create()
    const send = async () =>
      hub.json('POST', `${path}/${old.id}/rotate`, {
        bearer: await account.token(),
        body: { overlapSeconds: 3_600 },
        headers: { 'idempotency-key': 'turn-once' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ error: 'secret_shown_once', id: first.body.id })
  })
})
