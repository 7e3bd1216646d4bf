import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { openReleaseHub } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getParty 200', () => {
  it('answers the party with a tag that changes with it', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const party = await createParty(fixture, { name: 'Ada' })
    const get = (headers: Record<string, string> = {}) =>
      hub.json('GET', `${partiesPath}/${party.id}`, { key: fixture.key, headers })
    const first = await get()
    expect([first.status, first.body]).toEqual([200, party])
    const etag = first.headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    await hub.json('PATCH', `${partiesPath}/${party.id}`, { key: fixture.key, body: { apple: '1234' } })
    expect((await get({ 'if-none-match': etag })).body.apple).toBe('1234')
  })

  it('counts as one more read for each 500 releases of the party', async () => {
    const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_RATE_LIMIT: '600/120/300' } })
    const party = await createParty(fixture, { name: 'Ada' })
    const { accountId } = fixture.account
    await hub.opened.database.system.execute(
      `with made as (
         insert into releases (account_id, id, type, title, document)
         select $1, 'rel_' || lpad(n::text, 26, '0'), 'single', 'Song', '{}' from generate_series(1, 1000) n returning id)
       insert into release_parties (account_id, release_id, party_id, track_count) select $1, id, $2, 1 from made`,
      [accountId, party.id],
    )
    const read = () => hub.json('GET', `${partiesPath}/${party.id}`, { key: fixture.key })
    const remaining = ({ headers }: Awaited<ReturnType<typeof read>>) =>
      Number(/"reads";r=([0-9]+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const first = await read()
    expect([first.body.releaseCount, first.body.trackCount]).toEqual([1000, 1000])
    expect(remaining(first) - remaining(await read())).toBe(3)
  })
})
