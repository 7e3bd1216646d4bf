import { describe, expect, it } from 'vitest'
import { sharedLimitedHub, useUpWrites } from '../../harness/limited-hub.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

describe('beginIdentity 429', () => {
  it('refuses the 61st write of a person in a minute, and no write of another person', async () => {
    const { hub } = await sharedLimitedHub()
    const person = await joinNewAccount(hub, { email: 'mia@begin-identity-limit.example' })
    const other = await joinNewAccount(hub, { email: 'tom@begin-identity-limit.example' })
    await useUpWrites(person)
    const refused = await person.ask('POST', '/console/api/me/identities/begin')
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await other.ask('POST', '/console/api/me/identities/begin')).status).toBe(200)
  })
})
