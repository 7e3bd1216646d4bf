import {
  approveReview,
  claimReview,
  holdRelease,
  listReviews,
  reinstateRelease,
  rejectReview,
  requestReviewChanges,
} from '../../src/console/operator/reviews.ts'
import type { RequestSlips } from './body-slips.ts'

/** Decisions of the operator about releases. */
export const reviewSlips: readonly RequestSlips[] = [
  {
    name: 'claimReview',
    schema: claimReview.body,
    valid: { revision: 1, takesOver: true },
    slips: [
      [
        'no revision',
        { revision: undefined },
        ['/revision', 'required', '"revision" is required.', 'Add this member.'],
      ],
      ['the revision before the first', { revision: 0 }, ['/revision', 'minimum', 'Must be at least 1.']],
      [
        'a revision as text',
        { revision: '1' },
        ['/revision', 'type', 'Must be an integer, not a string.', 'Remove the quotes.'],
      ],
      ['a yes as a number', { takesOver: 1 }, ['/takesOver', 'type', 'Must be a boolean, not a number.']],
    ],
  },
  {
    name: 'approveReview',
    schema: approveReview.body,
    valid: { revision: 1_000_000 },
    slips: [
      ['a revision above a million', { revision: 1_000_001 }, ['/revision', 'maximum', 'Must be at most 1000000.']],
      ['half a revision', { revision: 1.5 }, ['/revision', 'type', 'Must be an integer, not a number.']],
      [
        'a note',
        { note: 'Nice.' },
        ['/note', 'unknown_member', 'Unknown member "note".', 'Remove it, or use one of `revision`.'],
      ],
    ],
  },
  {
    name: 'requestReviewChanges',
    schema: requestReviewChanges.body,
    valid: {
      revision: 2,
      issues: [
        { pointer: '', note: 'As a whole.' },
        { pointer: '/tracks/0/title', note: 'Spell it as on the cover.' },
      ],
    },
    slips: [
      ['no issue', { issues: [] }, ['/issues', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        '101 issues',
        { issues: Array.from({ length: 101 }, () => ({ pointer: '', note: 'x' })) },
        ['/issues', 'max_items', 'Must have at most 100 entries, but has 101.'],
      ],
      [
        'a pointer that begins without a slash',
        { issues: [{ pointer: 'title', note: 'x' }] },
        [
          '/issues/0/pointer',
          'pattern',
          'Does not have the required format: JSON Pointer (RFC 6901) to the member; empty for the release.',
          'Use a value that matches ^(/[^\\u0000-\\u001F]*)?$.',
        ],
      ],
      [
        'a pointer with a line break',
        { issues: [{ pointer: '/a\nb', note: 'x' }] },
        [
          '/issues/0/pointer',
          'pattern',
          'Does not have the required format: JSON Pointer (RFC 6901) to the member; empty for the release.',
          'Use a value that matches ^(/[^\\u0000-\\u001F]*)?$.',
        ],
      ],
      [
        'an issue without a note',
        { issues: [{ pointer: '/title' }] },
        ['/issues/0/note', 'required', '"note" is required.', 'Add this member.'],
      ],
      [
        'an empty note',
        { issues: [{ pointer: '/title', note: '' }] },
        ['/issues/0/note', 'min_length', 'Must not be empty.'],
      ],
      [
        'a note of 1,001 characters',
        { issues: [{ pointer: '/title', note: 'x'.repeat(1001) }] },
        ['/issues/0/note', 'max_length', 'Must have at most 1000 characters, but has 1001.'],
      ],
    ],
  },
  {
    name: 'rejectReview',
    schema: rejectReview.body,
    valid: { revision: 2, code: 'rights_conflict', reason: 'The recording belongs to a third party.' },
    slips: [
      [
        'a code in capitals',
        { code: 'RIGHTS' },
        ['/code', 'pattern', 'Does not have the required format.', 'For example, `rights_conflict`.'],
      ],
      [
        'a code with a hyphen',
        { code: 'rights-conflict' },
        ['/code', 'pattern', 'Does not have the required format.', 'For example, `rights_conflict`.'],
      ],
      [
        'a code that begins with a digit',
        { code: '1st_owner' },
        ['/code', 'pattern', 'Does not have the required format.', 'For example, `rights_conflict`.'],
      ],
      ['no reason', { reason: undefined }, ['/reason', 'required', '"reason" is required.', 'Add this member.']],
      ['an empty reason', { reason: '' }, ['/reason', 'min_length', 'Must not be empty.']],
    ],
  },
  {
    name: 'holdRelease',
    schema: holdRelease.body,
    valid: { reason: 'Court order 7' },
    slips: [
      [
        'an empty list of outlets',
        { outlets: [] },
        ['/outlets', 'min_items', 'Must have at least 1 entry, but has 0.'],
      ],
      ['an outlet without a name', { outlets: [''] }, ['/outlets/0', 'min_length', 'Must not be empty.']],
      [
        'an id of an outlet with 65 characters',
        { outlets: ['x'.repeat(65)] },
        ['/outlets/0', 'max_length', 'Must have at most 64 characters, but has 65.'],
      ],
      ['no reason', { reason: undefined }, ['/reason', 'required', '"reason" is required.', 'Add this member.']],
    ],
  },
  {
    name: 'reinstateRelease',
    schema: reinstateRelease.body,
    valid: { outlets: ['player'] },
    slips: [
      [
        'an outlet that is not in a list',
        { outlets: 'player' },
        ['/outlets', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      [
        'a reason',
        { reason: 'Settled.' },
        ['/reason', 'unknown_member', 'Unknown member "reason".', 'Remove it, or use one of `outlets`.'],
      ],
    ],
  },
  {
    name: 'ReviewQuery',
    schema: listReviews.query,
    valid: { kind: 'update', accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
    slips: [
      [
        'a kind that does not exist',
        { kind: 'old' },
        ['/kind', 'enum', 'Must be one of `new`, `update`.', 'Use one of the listed values.'],
      ],
      [
        'an id with a letter that ids leave out',
        { accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYU' },
        [
          '/accountId',
          'pattern',
          'Does not have the required format: Id of an account.',
          'For example, `acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
    ],
  },
]
