import { listWebhookMessages, NewWebhook, rotateWebhookSecret, WebhookPatch } from '../../src/api/webhooks.ts'
import type { RequestSlips } from './body-slips.ts'

const url = 'https://label.example/hooks/spindle'

/** Bodies and queries of webhooks. */
export const webhookSlips: readonly RequestSlips[] = [
  {
    name: 'NewWebhook',
    schema: NewWebhook,
    valid: { url },
    slips: [
      ['no address', { url: undefined }, ['/url', 'required', '"url" is required.', 'Add this member.']],
      [
        'an address without a scheme',
        { url: 'label.example/hooks' },
        [
          '/url',
          'pattern',
          'Does not have the required format: Messages are sent to this URL. It must use https and a public address, unless the operator allows others.',
          'For example, `https://label.example/hooks/spindle`.',
        ],
      ],
      [
        'an address of another scheme',
        { url: 'ftp://label.example/hooks' },
        [
          '/url',
          'pattern',
          'Does not have the required format: Messages are sent to this URL. It must use https and a public address, unless the operator allows others.',
          'For example, `https://label.example/hooks/spindle`.',
        ],
      ],
      [
        'an address with a blank',
        { url: 'https://label.example/my hooks' },
        [
          '/url',
          'pattern',
          'Does not have the required format: Messages are sent to this URL. It must use https and a public address, unless the operator allows others.',
          'For example, `https://label.example/hooks/spindle`.',
        ],
      ],
      [
        'an address of 2,049 characters',
        { url: `https://label.example/${'x'.repeat(2027)}` },
        ['/url', 'max_length', 'Must have at most 2048 characters, but has 2049.'],
      ],
      ['no type of event', { eventTypes: [] }, ['/eventTypes', 'min_items', 'Must have at least 1 entry, but has 0.']],
      [
        'a type of event that the hub does not send',
        { eventTypes: ['release.changed'] },
        [
          '/eventTypes/0',
          'enum',
          'Must be one of `release.status_changed`, `delivery.status_changed`, `delivery.acknowledged`, `upload.status_changed`, `import.finished`, `report.applied`.',
          'Use one of the listed values.',
        ],
      ],
      [
        'a type of event twice',
        { eventTypes: ['release.status_changed', 'release.status_changed'] },
        ['/eventTypes', 'unique_items', 'Entries 0 and 1 (counted from 0) are the same.'],
      ],
      ['null in place of all types', { eventTypes: null }, ['/eventTypes', 'type', 'Must be an array, not null.']],
      [
        'a description of blanks',
        { description: '   ' },
        [
          '/description',
          'pattern',
          'Does not have the required format: Description, shown in lists.',
          'For example, `release calendar`.',
        ],
      ],
      [
        'a description of 201 characters',
        { description: 'x'.repeat(201) },
        ['/description', 'max_length', 'Must have at most 200 characters, but has 201.'],
      ],
      [
        'a secret of its own',
        { secret: 'whsec_ExampleExampleExampleExampleExampleExample0=' },
        [
          '/secret',
          'unknown_member',
          'Unknown member "secret".',
          'Remove it, or use one of `url`, `eventTypes`, `description`.',
        ],
      ],
    ],
  },
  {
    name: 'WebhookPatch',
    schema: WebhookPatch,
    valid: { eventTypes: null, description: null },
    slips: [
      [
        'an address that is taken away',
        { url: null },
        ['/url', 'type', 'Must be a string, not null.', 'For example, `https://label.example/hooks/spindle`.'],
      ],
      [
        'a status of another resource',
        { status: 'paused' },
        ['/status', 'enum', 'Must be one of `active`, `disabled`.', 'Use one of the listed values.'],
      ],
      [
        'a status in capitals',
        { status: 'Disabled' },
        ['/status', 'enum', 'Must be one of `active`, `disabled`.', 'Did you mean `disabled`?'],
      ],
      [
        'a member that only answers have',
        { disabledReason: 'requested' },
        [
          '/disabledReason',
          'unknown_member',
          'Unknown member "disabledReason".',
          'Remove it, or use one of `url`, `eventTypes`, `description`, `status`.',
        ],
      ],
    ],
  },
  {
    name: 'rotateWebhookSecret',
    schema: rotateWebhookSecret.body,
    valid: {},
    slips: [
      [
        'an overlap of two hours',
        { overlapSeconds: 7200 },
        ['/overlapSeconds', 'enum', 'Must be one of `0`, `3600`, `86400`, `604800`.', 'Use one of the listed values.'],
      ],
      [
        'an overlap as text',
        { overlapSeconds: '3600' },
        ['/overlapSeconds', 'enum', 'Must be one of `0`, `3600`, `86400`, `604800`.', 'Remove the quotes.'],
      ],
      [
        'an overlap below zero',
        { overlapSeconds: -1 },
        ['/overlapSeconds', 'enum', 'Must be one of `0`, `3600`, `86400`, `604800`.', 'Use one of the listed values.'],
      ],
      [
        'an overlap in another unit',
        { overlapHours: 1 },
        [
          '/overlapHours',
          'unknown_member',
          'Unknown member "overlapHours".',
          'Remove it, or use one of `overlapSeconds`.',
        ],
      ],
    ],
  },
  {
    name: 'WebhookMessageQuery',
    schema: listWebhookMessages.query,
    valid: { status: 'failed', limit: 100 },
    slips: [
      [
        'a status of webhooks',
        { status: 'disabled' },
        ['/status', 'enum', 'Must be one of `pending`, `delivered`, `failed`.', 'Use one of the listed values.'],
      ],
      ['a page of 101', { limit: 101 }, ['/limit', 'maximum', 'Must be at most 100.']],
      ['a page of none', { limit: 0 }, ['/limit', 'minimum', 'Must be at least 1.']],
      ['an empty cursor', { cursor: '' }, ['/cursor', 'min_length', 'Must not be empty.']],
    ],
  },
]
