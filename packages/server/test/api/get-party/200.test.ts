import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { openReleaseHub } from '../../harness/releases.ts'

describe('getParty 200', () => {
  it('answers the party with a tag that changes with it', async () => {
    const { hub, fixture } = await openReleaseHub()
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
})
