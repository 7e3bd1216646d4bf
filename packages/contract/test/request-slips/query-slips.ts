import {
  getFeed,
  getMusicAnalytics,
  listCatalog,
  listKeys,
  listParties,
  listRecordings,
  listReleases,
  listUploads,
  storeUpload,
} from '../../src/index.ts'
import type { RequestSlips } from './body-slips.ts'

const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** Queries. */
export const querySlips: readonly RequestSlips[] = [
  {
    name: 'ReleaseListQuery',
    schema: listReleases.query,
    valid: {},
    slips: [
      ['no item a page', { limit: 0 }, ['/limit', 'minimum', 'Must be at least 1.']],
      ['101 items a page', { limit: 101 }, ['/limit', 'maximum', 'Must be at most 100.']],
      ['an empty cursor', { cursor: '' }, ['/cursor', 'min_length', 'Must not be empty.']],
      [
        'a cursor of 513 characters',
        { cursor: 'x'.repeat(513) },
        ['/cursor', 'max_length', 'Must have at most 512 characters, but has 513.'],
      ],
      [
        'a state of an upload',
        { status: 'ready' },
        [
          '/status',
          'enum',
          'Must be one of `draft`, `submitted`, `in_review`, `changes_requested`, `rejected`, `approved`, `delivering`, `scheduled`, `delivery_failed`, `live`, `takedown_pending`, `taken_down`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a type in capitals',
        { type: 'EP' },
        ['/type', 'enum', 'Must be one of `single`, `ep`, `album`.', 'Did you mean `ep`?'],
      ],
      [
        'a state with a slip',
        { deliveredTo: 'sandbox', deliveryState: 'faild' },
        [
          '/deliveryState',
          'enum',
          'Must be one of `live`, `scheduled`, `pending`, `failed`, `taken_down`.',
          'Did you mean `failed`?',
        ],
      ],
      ['no words', { query: '' }, ['/query', 'min_length', 'Must not be empty.']],
      [
        '201 characters of words',
        { query: 'x'.repeat(201) },
        ['/query', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a day for an instant',
        { updatedSince: '2026-05-01' },
        ['/updatedSince', 'format', 'Must be a valid date and time.', 'Use UTC, for example 2026-12-11T08:00:00.000Z.'],
      ],
    ],
  },
  {
    name: 'UploadListQuery',
    schema: listUploads.query,
    valid: {},
    slips: [
      [
        'a kind that is a format',
        { kind: 'wav' },
        ['/kind', 'enum', 'Must be one of `audio`, `image`, `report`.', 'Use one of the listed values.'],
      ],
      [
        'a state of a release',
        { status: 'draft' },
        [
          '/status',
          'enum',
          'Must be one of `awaiting_data`, `received`, `analysing`, `ready`, `rejected`, `expired`.',
          'Use one of the listed values.',
        ],
      ],
    ],
  },
  {
    name: 'KeyListQuery',
    schema: listKeys.query,
    valid: {},
    slips: [
      [
        'a state that keys do not have',
        { status: 'deleted' },
        ['/status', 'enum', 'Must be one of `active`, `expired`, `revoked`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'RecordingsQuery',
    schema: listRecordings.query,
    valid: { isrc: 'ZZ-ABC-26-00001', query: 'Night', limit: 100 },
    slips: [
      ['too many on a page', { limit: 101 }, ['/limit', 'maximum', 'Must be at most 100.']],
      [
        'an ISRC that is a whole list',
        { isrc: 'ZZABC2600001,'.repeat(4) },
        ['/isrc', 'max_length', 'Must have at most 40 characters, but has 52.'],
      ],
      [
        'a title that is a text',
        { query: 'Night '.repeat(40) },
        ['/query', 'max_length', 'Must have at most 200 characters, but has 240.'],
      ],
      ['no item on a page', { limit: 0 }, ['/limit', 'minimum', 'Must be at least 1.']],
    ],
  },
  {
    name: 'PartiesQuery',
    schema: listParties.query,
    valid: { query: 'Ada', limit: 100, count: true },
    slips: [
      ['too many on a page', { limit: 101 }, ['/limit', 'maximum', 'Must be at most 100.']],
      ['no words to search for', { query: '' }, ['/query', 'min_length', 'Must not be empty.']],
      [
        'a name that is a text',
        { query: 'Ada '.repeat(60) },
        ['/query', 'max_length', 'Must have at most 200 characters, but has 240.'],
      ],
    ],
  },
  {
    name: 'CatalogQuery',
    schema: listCatalog.query,
    valid: {},
    slips: [
      [
        'a territory by its name',
        { territory: 'Germany' },
        [
          '/territory',
          'pattern',
          'Does not have the required format: Only releases offered in this territory, ISO 3166-1 alpha-2.',
          'Write `DE`.',
        ],
      ],
      [
        'a 13th month',
        { releasedFrom: '2026-13-01' },
        [
          '/releasedFrom',
          'pattern',
          'Does not have the required format: Earliest release date.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a day of one digit',
        { releasedTo: '2026-1-1' },
        [
          '/releasedTo',
          'pattern',
          'Does not have the required format: Latest release date, inclusive.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'an unknown form',
        { format: 'xml' },
        ['/format', 'enum', 'Must be one of `json`, `csv`, `ndjson`.', 'Use one of the listed values.'],
      ],
      [
        'a list of parts that is too long',
        { include: 'x'.repeat(41) },
        ['/include', 'max_length', 'Must have at most 40 characters, but has 41.'],
      ],
      [
        'a status of a delivery for a state',
        { deliveredTo: 'sandbox', deliveryState: 'takedown_sent' },
        [
          '/deliveryState',
          'enum',
          'Must be one of `live`, `scheduled`, `pending`, `failed`, `taken_down`.',
          'Use one of the listed values.',
        ],
      ],
      ['an outlet without a letter', { deliveredTo: '' }, ['/deliveredTo', 'min_length', 'Must not be empty.']],
      ['no reason', { deliveryReason: '' }, ['/deliveryReason', 'min_length', 'Must not be empty.']],
      [
        'a reason that no outlet can write',
        { deliveryReason: 'x'.repeat(1001) },
        ['/deliveryReason', 'max_length', 'Must have at most 1000 characters, but has 1001.'],
      ],
      ['an artist without a letter', { artist: '' }, ['/artist', 'min_length', 'Must not be empty.']],
      [
        'a label of 201 characters',
        { label: 'x'.repeat(201) },
        ['/label', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
    ],
  },
  {
    name: 'AnalyticsQuery',
    schema: getMusicAnalytics.query,
    valid: {},
    slips: [
      [
        'an instant for a day',
        { from: '2026-05-01T00:00:00.000Z' },
        [
          '/from',
          'pattern',
          'Does not have the required format: First day (UTC); default 27 days before `to`.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'the 32nd of a month',
        { to: '2026-05-32' },
        [
          '/to',
          'pattern',
          'Does not have the required format: Last day (UTC), inclusive; default yesterday. At most 400 days.',
          'For example, `2026-05-01`.',
        ],
      ],
      [
        'a length that is no period',
        { granularity: 'hour' },
        ['/granularity', 'enum', 'Must be one of `day`, `week`, `month`, `total`.', 'Use one of the listed values.'],
      ],
      ['no row', { limit: 0 }, ['/limit', 'minimum', 'Must be at least 1.']],
      ['10,001 rows', { limit: 10_001 }, ['/limit', 'maximum', 'Must be at most 10000.']],
      [
        'a release that is a track',
        { releaseId: trackId },
        [
          '/releaseId',
          'pattern',
          'Does not have the required format: Id of a release.',
          'For example, `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      [
        'a track that is an ISRC',
        { trackId: 'ZZABC2600001' },
        [
          '/trackId',
          'pattern',
          'Does not have the required format: Id of a track.',
          'For example, `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      ['no dimension', { groupBy: '' }, ['/groupBy', 'min_length', 'Must not be empty.']],
      [
        'ndjson, which only the catalog has',
        { format: 'ndjson' },
        ['/format', 'enum', 'Must be one of `json`, `csv`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'FeedQuery',
    schema: getFeed.query,
    valid: {},
    slips: [
      ['1,001 tracks', { limit: 1001 }, ['/limit', 'maximum', 'Must be at most 1000.']],
      ['an empty cursor', { cursor: '' }, ['/cursor', 'min_length', 'Must not be empty.']],
    ],
  },
  {
    name: 'storeUpload',
    schema: storeUpload.query,
    valid: {},
    slips: [
      ['an empty name', { filename: '' }, ['/filename', 'min_length', 'Must not be empty.']],
      [
        'a name of 256 characters',
        { filename: 'x'.repeat(256) },
        ['/filename', 'max_length', 'Must have at most 255 characters, but has 256.'],
      ],
    ],
  },
]
