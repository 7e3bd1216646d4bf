import { ReportMapping } from '../../src/api/report-mapping.ts'
import { NewReport, ReportToPreview } from '../../src/api/reports.ts'
import type { RequestSlips } from './body-slips.ts'

const uploads = ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB']
const columns = { isrc: 'ISRC', quantity: 'Units', period: 'Month' }

/** Bodies of reports of stores, with the mapping of a table. */
export const reportSlips: readonly RequestSlips[] = [
  {
    name: 'NewReport',
    schema: NewReport,
    valid: { uploads, source: 'distrokid', preset: 'distrokid', overlap: 'replace' },
    slips: [
      ['no upload', { uploads: [] }, ['/uploads', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        'one upload that is not in a list',
        { uploads: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
        ['/uploads', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      [
        '101 uploads',
        { uploads: Array.from({ length: 101 }, (_, index) => `upl_${index}`) },
        ['/uploads', 'max_items', 'Must have at most 100 entries, but has 101.'],
      ],
      ['no source', { source: undefined }, ['/source', 'required', '"source" is required.', 'Add this member.']],
      [
        'a source in capitals',
        { source: 'DistroKid' },
        [
          '/source',
          'pattern',
          'Does not have the required format: The sender of the report, in lower case.',
          'For example, `distrokid`.',
        ],
      ],
      [
        'a source with a blank',
        { source: 'my store' },
        [
          '/source',
          'pattern',
          'Does not have the required format: The sender of the report, in lower case.',
          'For example, `distrokid`.',
        ],
      ],
      [
        'a source of 65 characters',
        { source: 'x'.repeat(65) },
        [
          '/source',
          'pattern',
          'Does not have the required format: The sender of the report, in lower case.',
          'For example, `distrokid`.',
        ],
      ],
      [
        'a preset that does not exist',
        { preset: 'landr' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `distrokid`, `audius`, `bandcamp`, `apple`, `believe`, `cdbaby`, `fuga`, `orchard`, `symphonic`, `tunecore`, `youtube`, `dsr`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a slip in a preset',
        { preset: 'distrokit' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `distrokid`, `audius`, `bandcamp`, `apple`, `believe`, `cdbaby`, `fuga`, `orchard`, `symphonic`, `tunecore`, `youtube`, `dsr`.',
          'Did you mean `distrokid`?',
        ],
      ],
      [
        'an overlap that does not exist',
        { overlap: 'keep' },
        ['/overlap', 'enum', 'Must be one of `replace`, `add`.', 'Use one of the listed values.'],
      ],
      [
        'a way to treat unreadable lines that does not exist',
        { unreadable: 'ignore' },
        ['/unreadable', 'enum', 'Must be one of `refuse`, `set_aside`.', 'Use one of the listed values.'],
      ],
      [
        'a file',
        { file: 'report.csv' },
        [
          '/file',
          'unknown_member',
          'Unknown member "file".',
          'Remove it, or use one of `uploads`, `source`, `preset`, `mapping`, `unreadable`, `overlap`.',
        ],
      ],
    ],
  },
  {
    name: 'ReportToPreview',
    schema: ReportToPreview,
    valid: { uploads, source: 'bandcamp' },
    slips: [
      [
        'an overlap, which only an import has',
        { overlap: 'add' },
        [
          '/overlap',
          'unknown_member',
          'Unknown member "overlap".',
          'Remove it, or use one of `uploads`, `source`, `preset`, `mapping`, `unreadable`.',
        ],
      ],
      [
        'a mapping without columns',
        { mapping: {} },
        ['/mapping/columns', 'required', '"columns" is required.', 'Add this member.'],
      ],
      ['an empty name of an upload', { uploads: [''] }, ['/uploads/0', 'min_length', 'Must not be empty.']],
    ],
  },
  {
    name: 'ReportMapping',
    schema: ReportMapping,
    valid: { columns, skipLines: 2, delimiter: ';', decimal: ',', dates: 'dmy' },
    slips: [
      [
        'a delimiter of two characters',
        { delimiter: '||' },
        ['/delimiter', 'max_length', 'Must have at most 1 characters, but has 2.'],
      ],
      ['an empty delimiter', { delimiter: '' }, ['/delimiter', 'min_length', 'Must not be empty.']],
      [
        'a decimal sign that is neither point nor comma',
        { decimal: "'" },
        ['/decimal', 'enum', 'Must be one of `.`, `,`.', 'Use one of the listed values.'],
      ],
      [
        'an order of dates by its letters',
        { dates: 'DD.MM.YYYY' },
        ['/dates', 'enum', 'Must be one of `ymd`, `dmy`, `mdy`.', 'Use one of the listed values.'],
      ],
      ['lines to skip below zero', { skipLines: -1 }, ['/skipLines', 'minimum', 'Must be at least 0.']],
      ['half a line to skip', { skipLines: 1.5 }, ['/skipLines', 'type', 'Must be an integer, not a number.']],
      ['1,001 lines to skip', { skipLines: 1001 }, ['/skipLines', 'maximum', 'Must be at most 1000.']],
      [
        'a column for what a report does not say',
        { columns: { ...columns, label: 'Label' } },
        [
          '/columns/label',
          'unknown_member',
          'Unknown member "label".',
          'Remove it, or use one of `isrc`, `upc`, `title`, `artist`, `store`, `territory`, `model`, `period`, `from`, `to`, `reported`, `streams`, `downloads`, `quantity`, `use`, `revenue`, `currency`.',
        ],
      ],
      [
        'a slip in the name of a field',
        { columns: { isrc: 'ISRC', teritory: 'Country' } },
        ['/columns/teritory', 'unknown_member', 'Unknown member "teritory".', 'Did you mean `territory`?'],
      ],
      [
        'a column by its number',
        { columns: { isrc: 3 } },
        ['/columns/isrc', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      ['an empty name of a column', { columns: { isrc: '' } }, ['/columns/isrc', 'min_length', 'Must not be empty.']],
      [
        'a constant for what a report does not say',
        { constants: { label: 'Night Label' } },
        [
          '/constants/label',
          'unknown_member',
          'Unknown member "label".',
          'Remove it, or use one of `isrc`, `upc`, `title`, `artist`, `store`, `territory`, `model`, `period`, `from`, `to`, `reported`, `streams`, `downloads`, `quantity`, `use`, `revenue`, `currency`.',
        ],
      ],
      [
        'a word that is not in a list',
        { downloads: 'Download' },
        ['/downloads', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      ['an empty word', { downloads: [''] }, ['/downloads/0', 'min_length', 'Must not be empty.']],
      [
        'a value map of all fields at once',
        { values: { Deutschland: 'DE' } },
        [
          '/values/Deutschland',
          'unknown_member',
          'Unknown member "Deutschland".',
          'Remove it, or use one of `isrc`, `upc`, `title`, `artist`, `store`, `territory`, `model`, `period`, `from`, `to`, `reported`, `streams`, `downloads`, `quantity`, `use`, `revenue`, `currency`.',
        ],
      ],
      [
        'nothing as the value of a text, which only "otherwise" has',
        { values: { territory: { Atlantis: null } } },
        ['/values/territory/Atlantis', 'type', 'Must be a string, not null.'],
      ],
      [
        'what others mean for a field that a report does not have',
        { otherwise: { label: '' } },
        [
          '/otherwise/label',
          'unknown_member',
          'Unknown member "label".',
          'Remove it, or use one of `isrc`, `upc`, `title`, `artist`, `store`, `territory`, `model`, `period`, `from`, `to`, `reported`, `streams`, `downloads`, `quantity`, `use`, `revenue`, `currency`.',
        ],
      ],
      [
        'a list as what others mean',
        { otherwise: { territory: ['DE'] } },
        ['/otherwise/territory', 'type', 'Must be a string or null, not an array.'],
      ],
      [
        'a number among the texts to skip',
        { skip: { Type: [7] } },
        ['/skip/Type/0', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a former name of a member',
        { passOver: ['payout'] },
        ['/passOver', 'unknown_member', 'Unknown member "passOver".', 'Did you mean `skip`?'],
      ],
      [
        'a list of texts in place of a value map',
        { values: { territory: ['Deutschland', 'DE'] } },
        ['/values/territory', 'type', 'Must be an object, not an array.'],
      ],
      [
        'a value map of a field that a report does not have',
        { values: { teritory: { Deutschland: 'DE' } } },
        ['/values/teritory', 'unknown_member', 'Unknown member "teritory".', 'Did you mean `territory`?'],
      ],
      [
        'a number as the value of a text',
        { values: { territory: { Deutschland: 49 } } },
        ['/values/territory/Deutschland', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a word that is not in a list, of a column to skip',
        { skip: { Type: 'Payout' } },
        ['/skip/Type', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
    ],
  },
]
