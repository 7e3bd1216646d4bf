import type { Webhook, WebhookAttempt, WebhookMessage } from '@spindle/client'

/** The texts of the pages about webhooks, loaded with them. Another language is another object of this type. */

const reasons: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  requested: 'Somebody disabled it. Nothing is sent there.',
  gone: 'The receiver answered 410: it is gone for good. Nothing is sent there any more.',
  failing: 'A message failed for three days and nothing else arrived. Nothing is sent there any more.',
  backlog: 'More than 10,000 messages waited for it. Nothing is sent there any more.',
}

const failures: Readonly<Record<NonNullable<WebhookAttempt['failure']>, string>> = {
  refused: 'refused',
  timeout: 'no answer within 15 seconds',
  host_not_found: 'the host was not found',
  address_refused: 'the hub does not send to this address',
  connection_failed: 'no connection',
  certificate_invalid: 'the certificate is not valid',
}

const messageStatuses: Readonly<Record<WebhookMessage['status'], string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const eventTypes: Readonly<Record<NonNullable<Webhook['eventTypes']>[number], string>> = {
  'release.status_changed': 'Releases: another status',
  'delivery.status_changed': 'Deliveries to outlets: another status',
  'delivery.acknowledged': 'Deliveries to stores: what the store answered',
  'upload.status_changed': 'Uploads: another status',
  'import.finished': 'Imports of messages: ended',
  'report.applied': 'Reports of stores: counted',
}

const en = {
  lead: 'The hub sends events to your own servers as they happen, signed so that they can tell who sent them.',
  make: 'New webhook',
  change: 'change webhooks',
  edit: 'Edit',
  editTitle: 'Edit this webhook',
  save: 'Save',
  emptyTitle: 'No webhooks yet',
  empty: 'Add the address of a server of yours. It then hears when a release, a delivery or an upload changes.',
  url: 'Address',
  urlHint: 'https, at a public address. For example: https://label.example/hooks',
  description: 'What it is for',
  types: 'What it hears of',
  allTypes: 'Everything, also what is added later',
  chosenTypes: 'Only some events',
  typeMissing: 'Choose at least one.',
  eventTypes,
  revealTitle: 'The secret of your webhook',
  reveal: 'Your server checks signatures with it. Copy it now; it is shown here and never again.',
  secretLabel: 'Secret',
  statuses: { active: 'Active', failing: 'Failing', disabled: 'Disabled' },
  reasons,
  failingSince: (when: string) => `Nothing has arrived since ${when}. The hub goes on trying.`,
  delivered: (when: string) => `last delivered ${when}`,
  neverDelivered: 'nothing delivered yet',
  twoSecrets: (when: string) => `The old secret signs too, until ${when}.`,
  byConfiguration: 'The operator of the hub says in its configuration what this webhook is.',
  test: 'Send a test event',
  enable: 'Enable',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableText: 'Nothing is sent there until you enable it. What waits is given up; you can send it again from the log.',
  rotate: 'Replace the secret',
  rotateTitle: 'Replace the secret?',
  rotateText: 'For a day messages carry two signatures, one by each secret, so that nothing is lost meanwhile.',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteText: 'Nothing is sent there any more, and its log is gone.',
  back: 'All webhooks',
  log: 'Messages',
  logEmptyTitle: 'Nothing sent yet',
  logEmpty: 'Send a test event to see whether your server hears it.',
  messageStatuses,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: (when: string) => `next ${when}`,
  showAttempts: 'Attempts and answers',
  attempt: (number: number) => `Attempt ${number}`,
  took: (ms: number) => `${ms} ms`,
  failures,
  answered: (status: number) => `answered ${status}`,
  noBody: 'The answer had no body.',
  replay: 'Send again',
  replayOf: (id: string) => `Send again: ${id}`,
  more: 'Show older',
}

/** Of the language of this build. */
export const webhookWords = en
