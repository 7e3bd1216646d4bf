import { describe, expect, it } from 'vitest'
import { sharedLimitedHub, useUpWrites } from '../../harness/limited-hub.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('addIdentity 429', () => {
  it('refuses the 61st write of a person in a minute, and connects nothing', async () => {
    const { hub } = await sharedLimitedHub()
    const person = await joinNewAccount(hub, { email: 'mia@add-identity-limit.example' })
    await useUpWrites(person)
    const refused = await person.ask('POST', path, { answer: 'code=1&state=connect.1' })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await person.ask('GET', path)).body.data).toEqual([])
  })
})
