import { listImports, NewImport } from '../../src/api/releases/imports.ts'
import { listTableImportReleases, NewTableImport } from '../../src/api/releases/table-imports.ts'
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
        { preset: 'revelator' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `catalog`, `audiosalad`, `massivemusic`, `mixbank`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'the name of a file as other requests of old had it',
        { fileName: 'catalog.csv' },
        ['/fileName', 'unknown_member', 'Unknown member "fileName".', 'Did you mean `filename`?'],
      ],
      ['a dry run in words', { dryRun: 'yes' }, ['/dryRun', 'type', 'Must be a boolean, not a string.']],
      [
        'a preset in capitals',
        { preset: 'Catalog' },
        [
          '/preset',
          'enum',
          'Must be one of `spindle`, `catalog`, `audiosalad`, `massivemusic`, `mixbank`.',
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
