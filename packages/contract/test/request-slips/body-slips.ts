import { LegacyReleaseInput, NewApiKey, PlayEvent, rotateKey, TakedownRequest } from '../../src/index.ts'

/** A request that is taken, and slips in it. */
export interface RequestSlips {
  readonly name: string
  readonly schema: object | undefined
  readonly valid: object
  /** What was changed in the valid request, `undefined` being left out, and the one reported problem. */
  readonly slips: readonly (readonly [what: string, members: object, problem: readonly string[]])[]
}

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** Bodies. */
export const bodySlips: readonly RequestSlips[] = [
  {
    name: 'NewApiKey',
    schema: NewApiKey,
    valid: { name: 'import', permissions: ['music:read'] },
    slips: [
      ['no name', { name: undefined }, ['/name', 'required', '"name" is required.', 'Add this member.']],
      ['an empty name', { name: '' }, ['/name', 'min_length', 'Must not be empty.']],
      [
        'a name of blanks',
        { name: '  ' },
        [
          '/name',
          'pattern',
          'Does not have the required format: Display name, shown in lists.',
          'For example, `catalogue import`.',
        ],
      ],
      [
        'a line break in the name',
        { name: 'a\nb' },
        [
          '/name',
          'pattern',
          'Does not have the required format: Display name, shown in lists.',
          'For example, `catalogue import`.',
        ],
      ],
      [
        'a name of 201 characters',
        { name: 'x'.repeat(201) },
        ['/name', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      ['no permission', { permissions: [] }, ['/permissions', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        'an unknown permission',
        { permissions: ['music:delete'] },
        [
          '/permissions/0',
          'enum',
          'Must be one of `music:read`, `music:write`, `catalog:read`, `analytics:read`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a permission twice',
        { permissions: ['music:read', 'music:read'] },
        ['/permissions', 'unique_items', 'Entries 0 and 1 (counted from 0) are the same.'],
      ],
      [
        'a permission as text',
        { permissions: 'music:read' },
        ['/permissions', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      [
        'an end that is a day',
        { expiresAt: '2027-01-01' },
        ['/expiresAt', 'format', 'Must be a valid date and time.', 'Use UTC, for example 2026-12-11T08:00:00.000Z.'],
      ],
      [
        'a member of another API',
        { expires: '2027-01-01T00:00:00.000Z' },
        [
          '/expires',
          'unknown_member',
          'Unknown member "expires".',
          'Remove it, or use one of `name`, `permissions`, `expiresAt`.',
        ],
      ],
    ],
  },
  {
    name: 'KeyRotation',
    schema: rotateKey.body,
    valid: { overlapSeconds: 3600 },
    slips: [
      [
        'no overlap',
        { overlapSeconds: undefined },
        ['/overlapSeconds', 'required', '"overlapSeconds" is required.', 'Add this member.'],
      ],
      [
        'an overlap in quotes',
        { overlapSeconds: '3600' },
        ['/overlapSeconds', 'enum', 'Must be one of `0`, `3600`, `86400`, `604800`.', 'Remove the quotes.'],
      ],
      [
        'an overlap of another length',
        { overlapSeconds: 60 },
        ['/overlapSeconds', 'enum', 'Must be one of `0`, `3600`, `86400`, `604800`.', 'Use one of the listed values.'],
      ],
    ],
  },
  {
    name: 'LegacyReleaseInput',
    schema: LegacyReleaseInput,
    valid: { type: 'MUSIC', title: 'Night Drive', uploadId },
    slips: [
      ['another type', { type: 'music' }, ['/type', 'const', 'Must be "MUSIC".']],
      ['a title of blanks', { title: ' ' }, ['/title', 'pattern', 'Must not be blank.']],
      [
        'a title of 501 characters',
        { title: 'x'.repeat(501) },
        ['/title', 'max_length', 'Must have at most 500 characters, but has 501.'],
      ],
      ['no upload', { uploadId: undefined }, ['/uploadId', 'required', '"uploadId" is required.', 'Add this member.']],
      [
        'an upload that is null',
        { uploadId: null },
        ['/uploadId', 'type', 'Must be a string, not null.', 'For example, `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.'],
      ],
      [
        'a member of the other family',
        { label: 'Blue Lamp' },
        [
          '/label',
          'unknown_member',
          'Unknown member "label".',
          'Remove it, or use one of `type`, `title`, `uploadId`.',
        ],
      ],
    ],
  },
  {
    name: 'TakedownRequest',
    schema: TakedownRequest,
    valid: { reason: 'The rights ended' },
    slips: [
      ['no reason', { reason: undefined }, ['/reason', 'required', '"reason" is required.', 'Add this member.']],
      ['an empty reason', { reason: '' }, ['/reason', 'min_length', 'Must not be empty.']],
      [
        'a reason of 1,001 characters',
        { reason: 'x'.repeat(1001) },
        ['/reason', 'max_length', 'Must have at most 500 characters, but has 1001.'],
      ],
      [
        'outlets as text',
        { outlets: 'player' },
        ['/outlets', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
      ],
      ['no outlet in the list', { outlets: [] }, ['/outlets', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        'a slip',
        { outlet: ['player'] },
        ['/outlet', 'unknown_member', 'Unknown member "outlet".', 'Did you mean `outlets`?'],
      ],
      [
        'a day as people say it',
        { on: '31.12.2027' },
        [
          '/on',
          'pattern',
          'Does not have the required format: A future date. The takedown starts when this date begins in the `timeZone` of the release, or in UTC; absent means now.',
          'For example, `2026-05-01`.',
        ],
      ],
    ],
  },
  {
    name: 'PlayEvent',
    schema: PlayEvent,
    valid: { id: 'e1', trackId, at: '2026-05-01T08:00:00.000Z' },
    slips: [
      ['no id', { id: undefined }, ['/id', 'required', '"id" is required.', 'Add this member.']],
      [
        'an id of 65 characters',
        { id: 'x'.repeat(65) },
        ['/id', 'max_length', 'Must have at most 64 characters, but has 65.'],
      ],
      [
        'an id with an umlaut',
        { id: 'ä' },
        [
          '/id',
          'pattern',
          'Does not have the required format: Unique within the property, printable ASCII, for example a UUID.',
          'For example, `0b6e8c2e-3c5f-4a56-9a0e-5f1f1f3a7d10`.',
        ],
      ],
      [
        'the id of a release as track',
        { trackId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
        [
          '/trackId',
          'pattern',
          'Does not have the required format: Id of a track.',
          'For example, `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      [
        'a lower-case id',
        { trackId: 'trk_01jd3mz6v8q4w9x2k7n5t0rhyb' },
        [
          '/trackId',
          'pattern',
          'Does not have the required format: Id of a track.',
          'For example, `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      [
        'an id with the letter U',
        { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYU' },
        [
          '/trackId',
          'pattern',
          'Does not have the required format: Id of a track.',
          'For example, `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`.',
        ],
      ],
      [
        'an instant without its zone',
        { at: '2026-05-01T08:00:00' },
        ['/at', 'format', 'Must be a valid date and time.', 'Use UTC, for example 2026-12-11T08:00:00.000Z.'],
      ],
      [
        'an instant as a number',
        { at: 1777622400 },
        ['/at', 'type', 'Must be a string, not a number.', 'Put the value in quotes.'],
      ],
      [
        'a territory in lower case',
        { territory: 'de' },
        [
          '/territory',
          'pattern',
          'Does not have the required format: Country of the listener, ISO 3166-1 alpha-2.',
          'Write `DE`.',
        ],
      ],
      [
        'a country of three letters',
        { territory: 'DEU' },
        [
          '/territory',
          'pattern',
          'Does not have the required format: Country of the listener, ISO 3166-1 alpha-2.',
          'Write `DE`.',
        ],
      ],
      ['a negative time', { playedMs: -1 }, ['/playedMs', 'minimum', 'Must be at least 0.']],
      ['more than a day', { playedMs: 86_400_001 }, ['/playedMs', 'maximum', 'Must be at most 86400000.']],
      ['half a millisecond', { playedMs: 0.5 }, ['/playedMs', 'type', 'Must be an integer, not a number.']],
      [
        'an unknown source',
        { source: 'shuffle' },
        [
          '/source',
          'enum',
          'Must be one of `album`, `artist`, `library`, `playlist`, `radio`, `recommendation`, `search`, `share`, `other`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'an unknown model',
        { model: 'rented' },
        [
          '/model',
          'enum',
          'Must be one of `subscription`, `ad_supported`, `paid`, `free`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a slip',
        { playedMS: 1 },
        ['/playedMS', 'unknown_member', 'Unknown member "playedMS".', 'Did you mean `playedMs`?'],
      ],
    ],
  },
]
