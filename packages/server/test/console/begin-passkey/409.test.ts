import { describe, expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('beginPasskey 409', () => {
  it('offers no passkeys at an IP address, and gives the reason', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@begin-passkey.example' })
    expect(await person.ask('POST', '/console/api/me/passkeys/begin')).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('SPINDLE_PUBLIC_URL') },
    })
  })
})
