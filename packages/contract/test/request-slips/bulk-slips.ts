import { listBulkReleases } from '../../src/api/bulk.ts'
import { NewBulk } from '../../src/api/bulk-model.ts'
import type { RequestSlips } from './body-slips.ts'

const id = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const actions = '`patch`, `validate`, `submit`, `takedown`, `outlets`, `redeliver`'

/** Bodies and queries of bulk jobs. */
export const bulkSlips: readonly RequestSlips[] = [
  {
    name: 'NewBulk',
    schema: NewBulk,
    valid: { action: 'patch', releases: [{ id, revision: 2, patch: { label: 'Blue Lamp' } }], dryRun: true },
    slips: [
      [
        'an action that does not exist',
        { action: 'delete' },
        ['/action', 'enum', `Must be one of ${actions}.`, 'Use one of the listed values.'],
      ],
      [
        'a slip in an action',
        { action: 'submitt' },
        ['/action', 'enum', `Must be one of ${actions}.`, 'Did you mean `submit`?'],
      ],
      [
        'one id as text',
        { ids: id },
        ['/ids', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      ['no ids', { ids: [] }, ['/ids', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        '10,001 ids',
        { ids: Array.from({ length: 10_001 }, () => id) },
        ['/ids', 'max_items', 'Must have at most 10000 entries, but has 10001.'],
      ],
      [
        'a release without id',
        { releases: [{ revision: 2 }] },
        ['/releases/0/id', 'required', '"id" is required.', 'Add this member.'],
      ],
      ['a dry run as text', { dryRun: 'yes' }, ['/dryRun', 'type', 'Must be a boolean, not a string.']],
      [
        'a revision of 0',
        { releases: [{ id, revision: 0 }] },
        ['/releases/0/revision', 'minimum', 'Must be at least 1.'],
      ],
      [
        'a slip in the patch of a release',
        { releases: [{ id, patch: { title: 7 } }] },
        ['/releases/0/patch/title', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a slip in the patch of all',
        { releases: undefined, ids: [id], patch: { explicit: 'yes' } },
        [
          '/patch/explicit',
          'enum',
          'Must be one of `explicit`, `clean`, `not_explicit`, `null`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a filter of the catalog for mirrors',
        { releases: undefined, filters: { updatedSince: '2026-05-01T08:00:00.000Z' } },
        [
          '/filters/updatedSince',
          'unknown_member',
          'Unknown member "updatedSince".',
          'Remove it, or use one of `query`, `type`, `status`, `upc`, `isrc`, `artist`, `label`, `territory`, `deliveredTo`, `deliveryState`, `deliveryReason`, `hasErrors`, `hasUnsentChanges`, `needsAttention`, `releasedFrom`, `releasedTo`.',
        ],
      ],
      [
        'a state of releases that does not exist',
        { releases: undefined, filters: { type: 'singel' } },
        ['/filters/type', 'enum', 'Must be one of `single`, `ep`, `album`.', 'Did you mean `single`?'],
      ],
      [
        'a state at an outlet with a slip',
        { releases: undefined, filters: { deliveredTo: 'store', deliveryState: 'takendown' } },
        [
          '/filters/deliveryState',
          'enum',
          'Must be one of `live`, `scheduled`, `pending`, `failed`, `taken_down`.',
          'Did you mean `taken_down`?',
        ],
      ],
      [
        'a text for yes or no',
        { releases: undefined, filters: { hasErrors: 'yes' } },
        ['/filters/hasErrors', 'type', 'Must be a boolean, not a string.'],
      ],
      [
        'no outlets to add',
        { action: 'outlets', outlets: { add: [] } },
        ['/outlets/add', 'min_items', 'Must have at least 1 entry, but has 0.'],
      ],
      [
        'outlets as text',
        { action: 'outlets', outlets: { set: 'store' } },
        ['/outlets/set', 'type', 'Must be an array or null, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      [
        'a takedown without a reason',
        { action: 'takedown', takedown: { outlets: ['store'] } },
        ['/takedown/reason', 'required', '"reason" is required.', 'Add this member.'],
      ],
      [
        'a date that is not one',
        { releases: undefined, filters: { releasedFrom: '1 May 2026' } },
        [
          '/filters/releasedFrom',
          'pattern',
          'Does not have the required format: Earliest release date.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a member of requests of releases',
        { submit: true },
        [
          '/submit',
          'unknown_member',
          'Unknown member "submit".',
          'Remove it, or use one of `action`, `ids`, `releases`, `filters`, `patch`, `outlet`, `takedown`, `outlets`, `expectedCount`, `dryRun`.',
        ],
      ],
      ['a negative count', { expectedCount: -1 }, ['/expectedCount', 'minimum', 'Must be at least 0.']],
    ],
  },
  {
    name: 'BulkReleaseListQuery',
    schema: listBulkReleases.query,
    valid: { outcome: 'refused' },
    slips: [
      [
        'an outcome that does not exist',
        { outcome: 'failed' },
        [
          '/outcome',
          'enum',
          'Must be one of `waiting`, `done`, `unchanged`, `refused`.',
          'Use one of the listed values.',
        ],
      ],
    ],
  },
]
