import type { Role } from '@spindle/contract/console'
import { type FakeHub, fakeHub } from './fake-hub.ts'

/** The label of the tests, and Mia Blue, who is signed in. */

export const accountId = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export interface Person {
  readonly role?: Role
  readonly isOperator?: boolean
}

const facts = { name: 'music.test', needsSetup: false, hasPasswords: true, hasPasskeys: true, outside: null } as const

/** A hub at which Mia is signed in, with a role in the label Night Label. */
export function labelHub({ role = 'owner', isOperator = false }: Person = {}): FakeHub {
  const hub = fakeHub()
  hub.answer('getHubFacts', facts)
  hub.answer('getSession', {
    user: {
      name: 'Mia Blue',
      email: 'mia@label.example',
      pendingEmail: null,
      isOperator,
      passkeys: 0,
      hasIdentity: false,
    },
    memberships: [{ accountId, accountName: 'Night Label', role }],
    hubVersion: '0.2.0+e930feb',
    lastEventId: 'v1.1',
  })
  return hub
}

/** A hub at which no one is signed in. */
export function visitorHub(): FakeHub {
  const hub = fakeHub()
  hub.answer('getHubFacts', facts)
  hub.fail('getSession', 'signed_out')
  return hub
}
