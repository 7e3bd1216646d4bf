import { describe, expect, it } from 'vitest'
import { partiesPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createParty 403', () => {
  it('refuses more than 50,000 parties of an account', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await hub.opened.database.system.execute(
      `insert into parties (account_id, id, name, search)
       select $1, 'pty_' || lpad(n::text, 26, '0'), 'Ada', 'ada' from generate_series(1, 49999) n`,
      [fixture.account.accountId],
    )
    const last = await fixture.post(partiesPath, { name: 'Cy' })
    expect(last.status).toBe(201)
    const { status, body } = await fixture.post(partiesPath, { name: 'Di' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      error: 'quota_exceeded',
      detail: 'The account can have at most 50000 parties and has 50000. Delete parties that you do not need.',
      quota: 'parties',
      limit: 50000,
      used: 50000,
    })
  })
})
