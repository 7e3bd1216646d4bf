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
