import { listAccountActivity } from '../../src/console/activity-operations.ts'
import { inviteFromMessage, listContactMessages, updateContactMessage } from '../../src/console/operator/inbox.ts'
import {
  createAccount,
  inviteToAccount,
  listPeople,
  openMoveIn,
  setOperator,
} from '../../src/console/operator/people.ts'
import type { RequestSlips } from './body-slips.ts'

const email = 'mia@label.example'

/** Bodies and queries of people who run the hub. */
export const operatorSlips: readonly RequestSlips[] = [
  {
    name: 'setOperator',
    schema: setOperator.body,
    valid: { isOperator: false },
    slips: [
      [
        'nothing',
        { isOperator: undefined },
        ['/isOperator', 'required', '"isOperator" is required.', 'Add this member.'],
      ],
      [
        'a word',
        { isOperator: 'false' },
        ['/isOperator', 'type', 'Must be a boolean, not a string.', 'Remove the quotes.'],
      ],
    ],
  },
  {
    name: 'createAccount',
    schema: createAccount.body,
    valid: { name: 'Night Label' },
    slips: [
      [
        'a name of blanks',
        { name: '  ' },
        ['/name', 'pattern', 'Does not have the required format.', 'For example, `Night Label`.'],
      ],
      [
        'a quota',
        { quotas: { releases: 10 } },
        ['/quotas', 'unknown_member', 'Unknown member "quotas".', 'Remove it, or use one of `name`.'],
      ],
    ],
  },
  {
    name: 'inviteToAccount',
    schema: inviteToAccount.body,
    valid: { email, role: 'owner' },
    slips: [
      ['an address of two characters', { email: '@x' }, ['/email', 'min_length', 'Must have at least 3 characters.']],
      [
        'the role of those who run the hub',
        { role: 'operator' },
        ['/role', 'enum', 'Must be one of `owner`, `manager`, `viewer`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'openMoveIn',
    schema: openMoveIn.body,
    valid: { until: '2026-12-05T00:00:00.000Z', factor: 10, storedBytes: null },
    slips: [
      ['a factor of 1', { factor: 1 }, ['/factor', 'minimum', 'Must be at least 2.']],
      ['a factor of 101', { factor: 101 }, ['/factor', 'maximum', 'Must be at most 100.']],
    ],
  },
  {
    name: 'updateContactMessage',
    schema: updateContactMessage.body,
    valid: { state: 'done', assigneeId: null, note: null },
    slips: [
      [
        'a state that does not exist',
        { state: 'closed' },
        ['/state', 'enum', 'Must be one of `new`, `open`, `done`, `spam`.', 'Use one of the listed values.'],
      ],
      [
        'a message that is changed',
        { message: 'We are a label.' },
        [
          '/message',
          'unknown_member',
          'Unknown member "message".',
          'Remove it, or use one of `state`, `assigneeId`, `note`.',
        ],
      ],
    ],
  },
  {
    name: 'inviteFromMessage',
    schema: inviteFromMessage.body,
    valid: { accountName: 'Night Label', email, role: 'owner' },
    slips: [
      [
        'no name of the account',
        { accountName: undefined },
        ['/accountName', 'required', '"accountName" is required.', 'Add this member.'],
      ],
      [
        'a name with a control character',
        { accountName: 'Night\u0007Label' },
        ['/accountName', 'pattern', 'Does not have the required format.', 'For example, `Night Label`.'],
      ],
    ],
  },
  {
    name: 'ContactMessageQuery',
    schema: listContactMessages.query,
    valid: { state: 'new' },
    slips: [
      [
        'a state that does not exist',
        { state: 'unread' },
        ['/state', 'enum', 'Must be one of `new`, `open`, `done`, `spam`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'PeopleQuery',
    schema: listPeople.query,
    valid: { query: 'mia', kind: 'operator' },
    slips: [
      ['an empty search', { query: '' }, ['/query', 'min_length', 'Must not be empty.']],
      [
        'a search of 201 characters',
        { query: 'x'.repeat(201) },
        ['/query', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a kind that does not exist',
        { kind: 'enabled' },
        ['/kind', 'enum', 'Must be one of `operator`, `disabled`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'AccountActivityQuery',
    schema: listAccountActivity.query,
    valid: { kind: 'sign_ins', from: '2026-05-01T08:00:00.000Z', brief: true },
    slips: [
      [
        'a kind that does not exist',
        { kind: 'uploads' },
        [
          '/kind',
          'enum',
          'Must be one of `releases`, `people`, `keys`, `webhooks`, `sign_ins`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a day in place of an instant',
        { from: '2026-05-01' },
        ['/from', 'format', 'Must be a valid date and time.', 'Use UTC, for example 2026-12-11T08:00:00.000Z.'],
      ],
      [
        'an instant that does not exist',
        { to: '2026-02-30T08:00:00.000Z' },
        ['/to', 'format', 'Must be a valid date and time.', 'Use UTC, for example 2026-12-11T08:00:00.000Z.'],
      ],
      [
        'an actor by name',
        { actor: 'Mia Blue' },
        [
          '/actor',
          'pattern',
          'Does not have the required format: Only events of this person.',
          'For example, `usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
    ],
  },
]
