import { changeRole, inviteMember, updateAccount } from '../../src/console/member-operations.ts'
import { createNativeClient } from '../../src/console/native-client-operations.ts'
import { setNoticeChoices } from '../../src/console/notice-operations.ts'
import { createServiceClient } from '../../src/console/service-client-operations.ts'
import { allowAuthorization } from '../../src/console/sign-in/authorization-operations.ts'
import { beginOutsideSignIn, finishOutsideSignIn } from '../../src/console/sign-in/outside-operations.ts'
import { confirmSession, updateProfile } from '../../src/console/sign-in/session-operations.ts'
import type { RequestSlips } from './body-slips.ts'

const accountId = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const token = 'what stands behind # in the link'

/** Bodies by which people change themselves, an account and who belongs to it. */
export const peopleSlips: readonly RequestSlips[] = [
  {
    name: 'setNoticeChoices',
    schema: setNoticeChoices.body,
    valid: { accounts: [{ accountId, reviews: 'at_once', files: 'never' }], operator: { waiting: 'daily' } },
    slips: [
      [
        'a pace that does not exist',
        { accounts: [{ accountId, reviews: 'weekly' }] },
        ['/accounts/0/reviews', 'enum', 'Must be one of `at_once`, `daily`, `never`.', 'Use one of the listed values.'],
      ],
      [
        'a topic of operators in an account',
        { accounts: [{ accountId, waiting: 'daily' }] },
        [
          '/accounts/0/waiting',
          'unknown_member',
          'Unknown member "waiting".',
          'Remove it, or use one of `accountId`, `reviews`, `stores`, `releases`, `files`.',
        ],
      ],
      [
        'choices without an account',
        { accounts: [{ reviews: 'daily' }] },
        ['/accounts/0/accountId', 'required', '"accountId" is required.', 'Add this member.'],
      ],
      [
        'more than 100 accounts',
        { accounts: Array.from({ length: 101 }, () => ({ accountId })) },
        ['/accounts', 'max_items', 'Must have at most 100 entries, but has 101.'],
      ],
    ],
  },
  {
    name: 'updateProfile',
    schema: updateProfile.body,
    valid: { name: 'Mia Blue', email: 'mia@label.example' },
    slips: [
      [
        'a name that is taken away',
        { name: null },
        ['/name', 'type', 'Must be a string, not null.', 'For example, `Mia Blue`.'],
      ],
      [
        'a name of 201 characters',
        { name: 'x'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'an address with two @',
        { email: 'mia@blue@label.example' },
        ['/email', 'pattern', 'Does not have the required format: Email address.', 'For example, `mia@label.example`.'],
      ],
      [
        'an address of 255 characters',
        { email: `${'x'.repeat(241)}@label.example` },
        ['/email', 'max_length', 'Must have at most 254 characters, but has 255.'],
      ],
      [
        'a password, which has an operation of its own',
        { password: 'seven quiet harbour lights' },
        ['/password', 'unknown_member', 'Unknown member "password".', 'Remove it, or use one of `name`, `email`.'],
      ],
    ],
  },
  {
    name: 'confirmSession',
    schema: confirmSession.body,
    valid: { password: 'x' },
    slips: [
      [
        'no password',
        { password: undefined },
        ['/password', 'required', '"password" is required.', 'Add this member.'],
      ],
      [
        'a password of 1,025 characters',
        { password: 'x'.repeat(1025) },
        ['/password', 'max_length', 'Must have at most 1024 characters, but has 1025.'],
      ],
    ],
  },
  {
    name: 'updateAccount',
    schema: updateAccount.body,
    valid: { name: 'Night Label' },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      [
        'a name with a tab',
        { name: 'Night\tLabel' },
        ['/name', 'pattern', 'Does not have the required format.', 'For example, `Night Label`.'],
      ],
      [
        'a name that is a number',
        { name: 7 },
        ['/name', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
    ],
  },
  {
    name: 'inviteMember',
    schema: inviteMember.body,
    valid: { email: 'mia@label.example', role: 'viewer' },
    slips: [
      ['no role', { role: undefined }, ['/role', 'required', '"role" is required.', 'Add this member.']],
      [
        'a role of other systems',
        { role: 'admin' },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Use one of the listed values.'],
      ],
      [
        'a slip in a role',
        { role: 'veiwer' },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Did you mean `viewer`?'],
      ],
      [
        'a name in front of the address',
        { email: 'Mia Blue <mia@label.example>' },
        ['/email', 'pattern', 'Does not have the required format: Email address.', 'For example, `mia@label.example`.'],
      ],
      [
        'an end',
        { expiresAt: '2027-01-01T00:00:00.000Z' },
        ['/expiresAt', 'unknown_member', 'Unknown member "expiresAt".', 'Remove it, or use one of `email`, `role`.'],
      ],
    ],
  },
  {
    name: 'changeRole',
    schema: changeRole.body,
    valid: { role: 'manager' },
    slips: [
      [
        'a role in capitals',
        { role: 'OWNER' },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Did you mean `owner`?'],
      ],
      [
        'two roles',
        { role: ['owner', 'viewer'] },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Use one of the listed values.'],
      ],
      [
        'null as a role',
        { role: null },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'createServiceClient',
    schema: createServiceClient.body,
    valid: { name: 'nightly import' },
    slips: [
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a secret of its own',
        { clientSecret: 'open sesame' },
        ['/clientSecret', 'unknown_member', 'Unknown member "clientSecret".', 'Remove it, or use one of `name`.'],
      ],
    ],
  },
  {
    name: 'createNativeClient',
    schema: createNativeClient.body,
    valid: { name: 'Claude on my laptop' },
    slips: [
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'redirect addresses of its own',
        { redirectUris: ['https://agent.example/back'] },
        ['/redirectUris', 'unknown_member', 'Unknown member "redirectUris".', 'Remove it, or use one of `name`.'],
      ],
    ],
  },
  {
    name: 'allowAuthorization',
    schema: allowAuthorization.body,
    valid: { accountId, permissions: ['music:read', 'catalog:read'] },
    slips: [
      [
        'no account',
        { accountId: undefined },
        ['/accountId', 'required', '"accountId" is required.', 'Add this member.'],
      ],
      [
        'an id of another kind',
        { accountId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
        [
          '/accountId',
          'pattern',
          'Does not have the required format: Id of an account.',
          'For example, `acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      [
        'an id in small letters',
        { accountId: 'acc_01jd3mz6v8q4w9x2k7n5t0rhyb' },
        [
          '/accountId',
          'pattern',
          'Does not have the required format: Id of an account.',
          'For example, `acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      ['no permission', { permissions: [] }, ['/permissions', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        'a scope that no key can have',
        { permissions: ['keys:write'] },
        [
          '/permissions/0',
          'enum',
          'Must be one of `music:read`, `music:write`, `catalog:read`, `analytics:read`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a permission twice',
        { permissions: ['music:read', 'music:read'] },
        ['/permissions', 'unique_items', 'Entries 0 and 1 (counted from 0) are the same.'],
      ],
    ],
  },
  {
    name: 'beginOutsideSignIn',
    schema: beginOutsideSignIn.body,
    valid: { asksAgain: true, link: { token, name: 'Mia Blue' } },
    slips: [
      [
        'a link without a token',
        { link: { name: 'Mia Blue' } },
        ['/link/token', 'required', '"token" is required.', 'Add this member.'],
      ],
      [
        'a link without a name',
        { link: { token } },
        ['/link/name', 'required', '"name" is required.', 'Add this member.'],
      ],
      [
        'a link as its address',
        { link: 'https://hub.example/console/join#token' },
        [
          '/link',
          'type',
          'Must be an object, not a string.',
          'Use an object with the members `token`, `name`, `accountName`.',
        ],
      ],
      ['a yes in words', { asksAgain: 'yes' }, ['/asksAgain', 'type', 'Must be a boolean, not a string.']],
    ],
  },
  {
    name: 'finishOutsideSignIn',
    schema: finishOutsideSignIn.body,
    valid: { answer: 'code=SplxlOBeZQQYbYS6WxSbIA&state=sign_in.af0ifjsldkj' },
    slips: [
      ['an empty answer', { answer: '' }, ['/answer', 'min_length', 'Must not be empty.']],
      [
        'an answer of 8,193 characters',
        { answer: 'x'.repeat(8193) },
        ['/answer', 'max_length', 'Must have at most 8192 characters, but has 8193.'],
      ],
      [
        'the parts of the answer',
        { code: 'SplxlOBeZQQYbYS6WxSbIA' },
        ['/code', 'unknown_member', 'Unknown member "code".', 'Remove it, or use one of `answer`.'],
      ],
    ],
  },
]
