import { NewTransfer, TransferMark } from '../../src/api/transfer-model.ts'
import { listTransferReleases } from '../../src/api/transfers.ts'
import type { RequestSlips } from './body-slips.ts'

const outlets = Array.from({ length: 101 }, (_, at) => `store-${at}`)

/** Bodies and queries of transfers. */
export const transferSlips: readonly RequestSlips[] = [
  {
    name: 'NewTransfer',
    schema: NewTransfer,
    valid: {
      name: 'Move',
      distributor: 'Old',
      deadline: '2027-03-31',
      table: 'dXBjLHRpdGxlCg==',
      outlets: ['spotify'],
    },
    slips: [
      [
        'no deadline',
        { deadline: undefined },
        ['/deadline', 'required', '"deadline" is required.', 'Add this member.'],
      ],
      ['101 outlets', { outlets }, ['/outlets', 'max_items', 'Must have at most 100 entries, but has 101.']],
      ['no outlets', { outlets: [] }, ['/outlets', 'min_items', 'Must have at least 1 entry, but has 0.']],
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
    ],
  },
  {
    name: 'TransferMark',
    schema: TransferMark,
    valid: { outlet: 'spotify', upcs: ['0200000000011'], oldIsDown: true, reason: 'down since Monday' },
    slips: [
      ['no store', { outlet: undefined }, ['/outlet', 'required', '"outlet" is required.', 'Add this member.']],
      ['no releases', { upcs: [] }, ['/upcs', 'min_items', 'Must have at least 1 entry, but has 0.']],
      ['a mark as text', { oldIsDown: 'yes' }, ['/oldIsDown', 'type', 'Must be a boolean, not a string.']],
    ],
  },
  {
    name: 'TransferReleaseListQuery',
    schema: listTransferReleases.query,
    valid: { state: 'live', outlet: 'spotify', severity: 'none' },
    slips: [
      [
        'a state that does not exist',
        { state: 'gone' },
        ['/state', 'enum', 'Must be one of `not_sent`, `sent`, `live`, `old_down`.', 'Use one of the listed values.'],
      ],
    ],
  },
]
