import { listImports, NewImport } from '../../src/api/releases/imports.ts'
import { listTableImportReleases, NewTableImport } from '../../src/api/releases/table-imports.ts'
import { listTableMappings, TableMapping } from '../../src/api/releases/table-mapping.ts'
import type { RequestSlips } from './body-slips.ts'

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
/** `<?xml version="1.0"?>` as base64. */
const message = 'PD94bWwgdmVyc2lvbj0iMS4wIj8+'

/** Bodies and queries of imports. */
export const importSlips: readonly RequestSlips[] = [
  {
    name: 'NewImport',
    schema: NewImport,
    valid: { message, files: [{ path: 'resources/A1.flac', uploadId }] },
    slips: [
      ['no message', { message: undefined }, ['/message', 'required', '"message" is required.', 'Add this member.']],
      [
        'a message that is XML as it is',
        { message: '<?xml version="1.0"?>' },
        [
          '/message',
          'pattern',
          'Does not have the required format: The message (XML) in base64. At most 8 MiB of XML.',
          'For example, `PD94bWwgdmVyc2lvbj0iMS4wIj8+`.',
        ],
      ],
      [
        'a message with line breaks',
        { message: 'PD94bWwg\ndmVyc2lv' },
        [
          '/message',
          'pattern',
          'Does not have the required format: The message (XML) in base64. At most 8 MiB of XML.',
          'For example, `PD94bWwgdmVyc2lvbj0iMS4wIj8+`.',
        ],
      ],
      [
        'a message in the alphabet of URLs',
        { message: 'PD94bWwgdmVyc2lvbj0iMS4wIj8-' },
        [
          '/message',
          'pattern',
          'Does not have the required format: The message (XML) in base64. At most 8 MiB of XML.',
          'For example, `PD94bWwgdmVyc2lvbj0iMS4wIj8+`.',
        ],
      ],
      [
        'a message of two characters',
        { message: 'PD' },
        ['/message', 'min_length', 'Must have at least 4 characters.'],
      ],
      [
        'files as one object',
        { files: { path: 'resources/A1.flac', uploadId } },
        ['/files', 'type', 'Must be an array, not an object.'],
      ],
      [
        'a file without a path',
        { files: [{ uploadId }] },
        ['/files/0/path', 'required', '"path" is required.', 'Add this member.'],
      ],
      [
        'a file without an upload',
        { files: [{ path: 'resources/A1.flac' }] },
        ['/files/0/uploadId', 'required', '"uploadId" is required.', 'Add this member.'],
      ],
      [
        'a file with an empty path',
        { files: [{ path: '', uploadId }] },
        ['/files/0/path', 'min_length', 'Must not be empty.'],
      ],
      [
        'a file with a digest',
        { files: [{ path: 'resources/A1.flac', uploadId, sha256: 'e3b0c442' }] },
        [
          '/files/0/sha256',
          'unknown_member',
          'Unknown member "sha256".',
          'Remove it, or use one of `path`, `uploadId`.',
        ],
      ],
      [
        '1,001 files',
        { files: Array.from({ length: 1001 }, (_, index) => ({ path: `A${index}.flac`, uploadId })) },
        ['/files', 'max_items', 'Must have at most 1000 entries, but has 1001.'],
      ],
      [
        'a version of ERN',
        { version: '4.3' },
        ['/version', 'unknown_member', 'Unknown member "version".', 'Remove it, or use one of `message`, `files`.'],
      ],
    ],
  },
  {
    name: 'ImportListQuery',
    schema: listImports.query,
    valid: { status: 'refused', count: true },
    slips: [
      [
        'a status of releases',
        { status: 'live' },
        [
          '/status',
          'enum',
          'Must be one of `waiting`, `created`, `updated`, `incomplete`, `unchanged`, `takedown_requested`, `stale`, `refused`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a slip in a status',
        { status: 'unchange' },
        [
          '/status',
          'enum',
          'Must be one of `waiting`, `created`, `updated`, `incomplete`, `unchanged`, `takedown_requested`, `stale`, `refused`.',
          'Did you mean `unchanged`?',
        ],
      ],
      ['a count that is a number', { count: 1 }, ['/count', 'type', 'Must be a boolean, not a number.']],
      [
        'a cursor of 513 characters',
        { cursor: 'x'.repeat(513) },
        ['/cursor', 'max_length', 'Must have at most 512 characters, but has 513.'],
      ],
    ],
  },
  {
    name: 'NewTableImport',
    schema: NewTableImport,
    valid: { table: 'dXBjLHRpdGxlCg==', filename: 'catalog.csv', preset: 'catalog', dryRun: true },
    slips: [
      ['no table', { table: undefined }, ['/table', 'required', '"table" is required.', 'Add this member.']],
      [
        'a table that is CSV as it is',
        { table: 'upc,title' },
        [
          '/table',
          'pattern',
          'Does not have the required format: The file (csv, tsv or xlsx) in base64; csv and tsv also as gzip. At most 8 MiB of file.',
          'For example, `dXBjLHRpdGxlCg==`.',
        ],
      ],
      ['a table of two characters', { table: 'dX' }, ['/table', 'min_length', 'Must have at least 4 characters.']],
      [
        'a table in the alphabet of URLs',
        { table: 'dXBjLHRpdGxlCg-_' },
        [
          '/table',
          'pattern',
          'Does not have the required format: The file (csv, tsv or xlsx) in base64; csv and tsv also as gzip. At most 8 MiB of file.',
          'For example, `dXBjLHRpdGxlCg==`.',
        ],
      ],
      [
        'a name of 256 characters',
        { filename: 'x'.repeat(256) },
        ['/filename', 'max_length', 'Must have at most 255 characters, but has 256.'],
      ],
      ['an empty name', { filename: '' }, ['/filename', 'min_length', 'Must not be empty.']],
      [
        'a preset of a distributor that has none',
        { preset: 'toolost' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `catalog`, `audiosalad`, `massivemusic`, `mixbank`, `revelator`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'the name of a file as other requests of old had it',
        { fileName: 'catalog.csv' },
        ['/fileName', 'unknown_member', 'Unknown member "fileName".', 'Did you mean `filename`?'],
      ],
      [
        'a mapping by its name',
        { mapping: 'old-distributor' },
        [
          '/mapping',
          'type',
          'Must be an object, not a string.',
          'Use an object with the members `columns`, `constants`, `values`, `dates`, `nameSeparator`.',
        ],
      ],
      [
        'a field beside the columns of a mapping',
        { mapping: { columns: { upc: 'Barcode' }, upc: 'Barcode' } },
        [
          '/mapping/upc',
          'unknown_member',
          'Unknown member "upc".',
          'Remove it, or use one of `columns`, `constants`, `values`, `dates`, `nameSeparator`.',
        ],
      ],
      [
        'a name of a mapping of 65 characters',
        { mappingName: 'x'.repeat(65) },
        ['/mappingName', 'max_length', 'Must have at most 64 characters, but has 65.'],
      ],
      ['an empty name of a mapping', { mappingName: '' }, ['/mappingName', 'min_length', 'Must not be empty.']],
      ['a dry run in words', { dryRun: 'yes' }, ['/dryRun', 'type', 'Must be a boolean, not a string.']],
      [
        'a preset in capitals',
        { preset: 'Catalog' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `catalog`, `audiosalad`, `massivemusic`, `mixbank`, `revelator`.',
          'Did you mean `catalog`?',
        ],
      ],
      [
        'the option as the command line has it',
        { 'dry-run': true },
        ['/dry-run', 'unknown_member', 'Unknown member "dry-run".', 'Did you mean `dryRun`?'],
      ],
    ],
  },
  {
    name: 'TableMapping',
    schema: TableMapping,
    valid: {
      columns: {
        upc: 'Barcode',
        releaseTitle: 'Album Title',
        trackTitle: 'Song',
        pLine: 'P Line',
        pLineYear: 'P Year',
      },
      constants: { label: 'Blue Lamp' },
      values: { releaseType: { LP: 'album', Maxi: 'single' }, trackExplicit: { N: 'not_explicit', '?': '' } },
      dates: 'dmy',
      nameSeparator: '/',
    },
    slips: [
      ['no columns', { columns: undefined }, ['/columns', 'required', '"columns" is required.', 'Add this member.']],
      ['columns as a list', { columns: ['Barcode', 'Song'] }, ['/columns', 'type', 'Must be an object, not an array.']],
      ['a column without a name', { columns: { upc: '' } }, ['/columns/upc', 'min_length', 'Must not be empty.']],
      [
        'the number of a column',
        { columns: { upc: 3 } },
        ['/columns/upc', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a name of 201 characters',
        { columns: { upc: 'x'.repeat(201) } },
        ['/columns/upc', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a slip in a field',
        { columns: { trackTitel: 'Song' } },
        ['/columns/trackTitel', 'unknown_member', 'Unknown member "trackTitel".', 'Did you mean `trackTitle`?'],
      ],
      [
        'a slip in a field of the constants',
        { constants: { labels: 'Blue Lamp' } },
        ['/constants/labels', 'unknown_member', 'Unknown member "labels".', 'Did you mean `label`?'],
      ],
      [
        'a constant that is a number',
        { constants: { disc: 1 } },
        ['/constants/disc', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a word that is true',
        { values: { instrumental: { Y: true } } },
        ['/values/instrumental/Y', 'type', 'Must be a string, not a boolean.', 'Put the value in quotes.'],
      ],
      [
        'words as a list',
        { values: { releaseType: ['LP', 'album'] } },
        ['/values/releaseType', 'type', 'Must be an object, not an array.'],
      ],
      [
        'an order of dates in words',
        { dates: 'day first' },
        ['/dates', 'enum', 'Must be one of `ymd`, `dmy`, `mdy`.', 'Use one of the listed values.'],
      ],
      [
        'a slip in the order of dates',
        { dates: 'DMY' },
        ['/dates', 'enum', 'Must be one of `ymd`, `dmy`, `mdy`.', 'Did you mean `dmy`?'],
      ],
      [
        'two signs between names',
        { nameSeparator: ', ' },
        ['/nameSeparator', 'enum', 'Must be one of `;`, `,`, `/`, `|`.', 'Use one of the listed values.'],
      ],
      [
        'a member of the mapping of reports',
        { skipLines: 2 },
        [
          '/skipLines',
          'unknown_member',
          'Unknown member "skipLines".',
          'Remove it, or use one of `columns`, `constants`, `values`, `dates`, `nameSeparator`.',
        ],
      ],
    ],
  },
  {
    name: 'TableMappingListQuery',
    schema: listTableMappings.query,
    valid: { limit: 20, count: true },
    slips: [
      ['a count that is a word', { count: 'yes' }, ['/count', 'type', 'Must be a boolean, not a string.']],
      [
        'a cursor of 513 characters',
        { cursor: 'x'.repeat(513) },
        ['/cursor', 'max_length', 'Must have at most 512 characters, but has 513.'],
      ],
    ],
  },
  {
    name: 'TableImportReleasesQuery',
    schema: listTableImportReleases.query,
    valid: { outcome: 'refused', missingFiles: true, count: true },
    slips: [
      [
        'a status of imports',
        { outcome: 'done' },
        [
          '/outcome',
          'enum',
          'Must be one of `waiting`, `created`, `updated`, `unchanged`, `refused`, `undone`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a slip in an outcome',
        { outcome: 'unchange' },
        [
          '/outcome',
          'enum',
          'Must be one of `waiting`, `created`, `updated`, `unchanged`, `refused`, `undone`.',
          'Did you mean `unchanged`?',
        ],
      ],
      [
        'a cursor of 513 characters',
        { cursor: 'x'.repeat(513) },
        ['/cursor', 'max_length', 'Must have at most 512 characters, but has 513.'],
      ],
      ['missing files as a number', { missingFiles: 1 }, ['/missingFiles', 'type', 'Must be a boolean, not a number.']],
    ],
  },
]
