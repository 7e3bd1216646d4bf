import { describe, expect, it } from 'vitest'
import { keyUsage } from '../../src/features/keys/key-usage.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { startTestHub } from '../harness/hub.ts'

describe('when keys were last used', () => {
  it('is kept through an outage, written together for all keys, and never moved back', async () => {
    const fragile = await createFragileDatabase()
    const hub = await startTestHub({ role: 'api', overrides: { openDatabase: fragile } })
    const account = await createTestAccount(hub)
    await account.key()
    await account.key()
    const read = () =>
      fragile.direct.database.system.rows<{ id: string; at: Date | null }>(
        `select id, last_used_at as at from api_keys order by id`,
      )
    const [one, two] = (await read()).map(({ id }) => ({ accountId: account.accountId, id }))
    if (!one || !two) throw new Error('two keys were made')
    let nowMs = Date.UTC(2026, 4, 1)
    const usage = keyUsage({ database: fragile.database, clock: { now: () => nowMs }, log: silentLog })
    usage.note(one)
    fragile.cut()
    await usage.flush()
    nowMs += 1_000
    usage.note(two)
    fragile.restore()
    await usage.flush()
    expect((await read()).map(({ at }) => at?.toISOString())).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-05-01T00:00:01.000Z',
    ])
    nowMs -= 3_600_000
    usage.note(one)
    await usage.close()
    expect((await read())[0]?.at?.toISOString()).toBe('2026-05-01T00:00:00.000Z')
  })
})
