import { describe, expect, it } from 'vitest'
import { suggestionsPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('dismissPartySuggestion 403', () => {
  it('decides about no more than 50,000 names of an account, and about a known one again', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await hub.opened.database.system.execute(
      `insert into name_decisions (account_id, name_key, name) select $1, 'n' || n, 'N' || n from generate_series(1, 49999) n`,
      [fixture.account.accountId],
    )
    const dismiss = (name: string) => fixture.post(`${suggestionsPath}/dismiss`, { name })
    for (const name of ['Ada', 'Cy']) await fixture.release({ contributors: [{ name, role: 'main_artist' }] })
    expect((await dismiss('Ada')).status).toBe(200)
    const { status, body } = await dismiss('Cy')
    expect(status).toBe(403)
    expect(body).toMatchObject({
      error: 'quota_exceeded',
      detail:
        'The account can decide about at most 50000 names and has decided about 50000. Suggest names again that you have dismissed.',
      quota: 'names',
      limit: 50000,
      used: 50000,
    })
    expect((await dismiss('Ada')).status).toBe(200)
  })
})
