import { setPassword } from '../../src/console/sign-in/session-operations.ts'
import { setUpHub, signInByPassword, signUpByInvitation } from '../../src/console/sign-in/sign-in-operations.ts'
import type { RequestSlips } from './body-slips.ts'

const token = 'what stands behind # in the link'
const password = 'seven quiet harbour lights'

/** Bodies of the sign-in methods for people. */
export const signInSlips: readonly RequestSlips[] = [
  {
    name: 'setUpHub',
    schema: setUpHub.body,
    valid: { token, name: 'Mia Blue', email: 'mia@label.example', password },
    slips: [
      ['no token', { token: undefined }, ['/token', 'required', '"token" is required.', 'Add this member.']],
      ['an empty token', { token: '' }, ['/token', 'min_length', 'Must not be empty.']],
      [
        'a token of 201 characters',
        { token: 'x'.repeat(201) },
        ['/token', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a name of blanks',
        { name: ' ' },
        ['/name', 'pattern', 'Does not have the required format.', 'For example, `Mia Blue`.'],
      ],
      [
        'a name with a line break',
        { name: 'a\nb' },
        ['/name', 'pattern', 'Does not have the required format.', 'For example, `Mia Blue`.'],
      ],
      [
        'an address without a host',
        { email: 'mia@' },
        ['/email', 'pattern', 'Does not have the required format: Email address.', 'For example, `mia@label.example`.'],
      ],
      [
        'an address with a blank',
        { email: 'mia blue@label.example' },
        ['/email', 'pattern', 'Does not have the required format: Email address.', 'For example, `mia@label.example`.'],
      ],
      [
        'an address that is missing',
        { email: undefined },
        ['/email', 'required', '"email" is required.', 'Add this member.'],
      ],
      [
        'a password of 14 characters',
        { password: 'x'.repeat(14) },
        ['/password', 'min_length', 'Must have at least 15 characters.'],
      ],
      [
        'a password of 257 characters',
        { password: 'x'.repeat(257) },
        ['/password', 'max_length', 'Must have at most 256 characters, but has 257.'],
      ],
      [
        'a slip',
        { mail: 'mia@label.example' },
        ['/mail', 'unknown_member', 'Unknown member "mail".', 'Did you mean `email`?'],
      ],
    ],
  },
  {
    name: 'signUpByInvitation',
    schema: signUpByInvitation.body,
    valid: { token, name: 'Mia Blue' },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      [
        'an address, which the invitation has',
        { email: 'mia@label.example' },
        [
          '/email',
          'unknown_member',
          'Unknown member "email".',
          'Remove it, or use one of `token`, `name`, `password`, `passkey`.',
        ],
      ],
      ['a short password', { password: 'secret' }, ['/password', 'min_length', 'Must have at least 15 characters.']],
    ],
  },
  {
    name: 'signInByPassword',
    schema: signInByPassword.body,
    valid: { email: 'mia@label.example', password },
    slips: [
      ['an empty password', { password: '' }, ['/password', 'min_length', 'Must not be empty.']],
      [
        'a number as password',
        { password: 15 },
        ['/password', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'no address',
        { email: 'mia' },
        ['/email', 'pattern', 'Does not have the required format: Email address.', 'For example, `mia@label.example`.'],
      ],
    ],
  },
  {
    name: 'setPassword',
    schema: setPassword.body,
    valid: { password },
    slips: [
      [
        'no password',
        { password: undefined },
        ['/password', 'required', '"password" is required.', 'Add this member.'],
      ],
      ['a short one', { password: 'x' }, ['/password', 'min_length', 'Must have at least 15 characters.']],
    ],
  },
]
