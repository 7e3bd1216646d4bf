import { describe, expect, it } from 'vitest'
import { suggestionsPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('acceptPartySuggestion 403', () => {
  it('creates no more than 50,000 parties of an account', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await hub.opened.database.system.execute(
      `insert into parties (account_id, id, name, search, keyed_as)
       select $1, 'pty_' || lpad(n::text, 26, '0'), 'Ada', 'ada', 'ada' from generate_series(1, 50000) n`,
      [fixture.account.accountId],
    )
    await fixture.release({ contributors: [{ name: 'Cy', role: 'main_artist' }] })
    const { status, body } = await fixture.post(`${suggestionsPath}/accept`, { name: 'Cy' })
    expect([status, body.error, body.quota]).toEqual([403, 'quota_exceeded', 'parties'])
  })
})
