import { describe, expect, it } from 'vitest'
import { joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/session/confirm/passkey/begin'

describe('beginPasskeyConfirmation 409', () => {
  it('has nothing to ask a person without a passkey', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'bela@begin-confirmation.example' })
    expect(await person.ask('POST', path)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'You have no passkey yet.' },
    })
  })

  it('offers no passkeys at an IP address, and gives the reason', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@begin-confirmation.example' })
    expect(await person.ask('POST', path)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('SPINDLE_PUBLIC_URL') },
    })
  })
})
