import { beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createTusUpload, patchTus } from '../harness/tus-client.ts'

const releases = '/api/v1/music-distributor/releases'

describe('limits of requests', () => {
  let hub: TestHub
  let account: TestAccount
  // In the middle of a minute, so that no window ends during a test.
  beforeEach(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '5/5/3' },
      overrides: { clock: { now: () => 1_800_000_030_000 } },
    })
    account = await createTestAccount(hub)
  })

  const read = (key: string) => hub.json('GET', releases, { key })

  it('lets the other keys of an account read while one of them is refused', async () => {
    const [greedy, modest] = [await account.key(), await account.key()]
    for (let i = 0; i < 60; i++) await read(greedy)
    expect((await read(greedy)).status).toBe(429)
    const answer = await read(modest)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit')).toContain('"reads";r=4')
  })

  it('refuses an account whose keys together have used four times what one may', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => account.key()))
    for (const key of keys.slice(0, 4)) for (let i = 0; i < 5; i++) expect((await read(key)).status).toBe(200)
    const refused = await read(keys[4] ?? '')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-policy')).toBe('"account-reads";q=20;w=60')
  })

  it('counts the parts of a file apart from writes, and refuses them at their own limit', async () => {
    const key = await account.key()
    const { uploadId } = await createTusUpload(hub.url, key, { size: 100 })
    const send = (offset: number) => patchTus(hub.url, key, { uploadId, offset, bytes: Buffer.alloc(1) })
    for (let offset = 0; offset < 4; offset++) expect(await send(offset)).toBe(offset + 1)
    await expect(send(4)).rejects.toThrow('429')
    const answer = await hub.json('POST', releases, { key, body: {} })
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([422, '"writes";r=4;t=30'])
  })

  it('looks nothing up for guesses beyond the limit, and keeps serving keys that were valid before', async () => {
    const [known, unknown] = [await account.key(), await account.key()]
    expect((await read(known)).status).toBe(200)
    for (let i = 0; i < 3; i++) expect((await read(await guess())).status).toBe(401)
    await hub.opened.database.system.execute('alter table api_keys rename to api_keys_away')
    // A look-up would now answer 500.
    const statuses = [(await read(await guess())).status, (await read(unknown)).status]
    await hub.opened.database.system.execute('alter table api_keys_away rename to api_keys')
    expect(statuses).toEqual([429, 429])
    expect((await read(known)).status).toBe(200)
  })

  /** Well-formed and unknown to this hub. */
  const guess = async (): Promise<string> => {
    const { makeSecret } = await import('../../src/platform/secrets/secrets.ts')
    return makeSecret('spn_')
  }
})
