import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/links/passkey/begin'

describe('beginFirstPasskey 409', () => {
  it('asks for no passkey of a mail address that a person of the hub has', async () => {
    const { hub } = await sharedPeopleHub()
    await joinNewAccount(hub, { email: 'mia@first-passkey-taken.example' })
    const { token } = await inviteToNewAccount(hub, { email: 'MIA@first-passkey-taken.example' })
    expect(await openBrowser(hub).ask('POST', path, { token, name: 'Mia Blue' })).toMatchObject({
      status: 409,
      body: { error: 'mail_taken', errors: [{ pointer: '/email', code: 'taken' }] },
    })
  })

  it('offers no passkeys at an IP address, and gives the reason', async () => {
    const hub = await sharedHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@first-passkey-address.example' })
    expect(await openBrowser(hub).ask('POST', path, { token, name: 'Tom Sea' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('SPINDLE_PUBLIC_URL') },
    })
  })
})
