import { NewTransfer, TransferMark, TransferPatch } from '../../src/api/transfer-model.ts'
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
      [
        'a deadline with the day first',
        { deadline: '31.03.2027' },
        [
          '/deadline',
          'pattern',
          'Does not have the required format: The day on which the old distributor takes its copies down.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a deadline with a month that does not exist',
        { deadline: '2027-13-01' },
        [
          '/deadline',
          'pattern',
          'Does not have the required format: The day on which the old distributor takes its copies down.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a deadline with a time',
        { deadline: '2027-03-31T00:00:00Z' },
        [
          '/deadline',
          'pattern',
          'Does not have the required format: The day on which the old distributor takes its copies down.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a deadline with a year of two digits',
        { deadline: '27-03-31' },
        [
          '/deadline',
          'pattern',
          'Does not have the required format: The day on which the old distributor takes its copies down.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a table that is CSV as it is',
        { table: 'upc,title' },
        [
          '/table',
          'pattern',
          'Does not have the required format: The catalog as the old distributor exports it (csv, tsv or xlsx), in base64. At most 8 MiB of file.',
          'For example, `dXBjLHRpdGxlCg==`.',
        ],
      ],
      [
        'a table in the alphabet of URLs',
        { table: 'dXBjLHRpdGxlCg-_' },
        [
          '/table',
          'pattern',
          'Does not have the required format: The catalog as the old distributor exports it (csv, tsv or xlsx), in base64. At most 8 MiB of file.',
          'For example, `dXBjLHRpdGxlCg==`.',
        ],
      ],
      [
        'a name of 201 characters',
        { name: 'x'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      [
        'no distributor',
        { distributor: undefined },
        ['/distributor', 'required', '"distributor" is required.', 'Add this member.'],
      ],
      ['an empty distributor', { distributor: '' }, ['/distributor', 'min_length', 'Must not be empty.']],
      ['no table', { table: undefined }, ['/table', 'required', '"table" is required.', 'Add this member.']],
      ['a table of two characters', { table: 'dX' }, ['/table', 'min_length', 'Must have at least 4 characters.']],
      [
        'a name as number',
        { name: 7 },
        ['/name', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a file name of 256 characters',
        { filename: 'x'.repeat(256) },
        ['/filename', 'max_length', 'Must have at most 255 characters, but has 256.'],
      ],
      ['an empty outlet', { outlets: [''] }, ['/outlets/0', 'min_length', 'Must not be empty.']],
      [
        'one outlet as text',
        { outlets: 'spotify' },
        ['/outlets', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
    ],
  },
  {
    name: 'TransferPatch',
    schema: TransferPatch,
    valid: { name: 'Move', distributor: 'Old', deadline: '2027-04-30', outlets: ['spotify'] },
    slips: [
      ['no outlets', { outlets: [] }, ['/outlets', 'min_items', 'Must have at least 1 entry, but has 0.']],
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a deadline with the day first',
        { deadline: '30.04.2027' },
        [
          '/deadline',
          'pattern',
          'Does not have the required format: The day on which the old distributor takes its copies down.',
          'For example, `2026-05-01`.',
        ],
      ],
    ],
  },
  {
    name: 'TransferMark',
    schema: TransferMark,
    valid: { outlet: 'spotify', upcs: ['0200000000011'], oldIsDown: true, reason: 'down since Monday' },
    slips: [
      ['no store', { outlet: undefined }, ['/outlet', 'required', '"outlet" is required.', 'Add this member.']],
      ['no releases', { upcs: [] }, ['/upcs', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        '1,001 releases',
        { upcs: Array.from({ length: 1_001 }, () => '0200000000011') },
        ['/upcs', 'max_items', 'Must have at most 1000 entries, but has 1001.'],
      ],
      ['an empty reason', { reason: '' }, ['/reason', 'min_length', 'Must not be empty.']],
      [
        'a reason of 501 characters',
        { reason: 'x'.repeat(501) },
        ['/reason', 'max_length', 'Must have at most 500 characters, but has 501.'],
      ],
      ['an empty store', { outlet: '' }, ['/outlet', 'min_length', 'Must not be empty.']],
      [
        'one UPC as text',
        { upcs: '0200000000011' },
        ['/upcs', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
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
      [
        'a severity that does not exist',
        { severity: 'note' },
        ['/severity', 'enum', 'Must be one of `error`, `warning`, `none`.', 'Did you mean `none`?'],
      ],
    ],
  },
]
