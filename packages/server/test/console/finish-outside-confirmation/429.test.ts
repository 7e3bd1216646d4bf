import { describe, expect, it } from 'vitest'
import { sharedLimitedHub, useUpWrites } from '../../harness/limited-hub.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

describe('finishOutsideConfirmation 429', () => {
  it('refuses the 61st write of a person in a minute', async () => {
    const { hub } = await sharedLimitedHub()
    const person = await joinNewAccount(hub, { email: 'mia@finish-confirmation-limit.example' })
    await useUpWrites(person)
    const body = { answer: 'code=1&state=confirm.1' }
    const refused = await person.ask('POST', '/console/api/session/confirm/outside', body)
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
  })
})
