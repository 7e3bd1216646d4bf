import type { Webhook, WebhookAttempt, WebhookMessage } from '@spindle/client'
import { count, figure } from '../english.ts'

/** The texts of the pages about webhooks, loaded with them. Another language is another object of this type. */

const reasons: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  requested: 'Disabled by a member of your team or by an API key. The hub sends no messages.',
  gone: 'Your server answered 410 (Gone). The hub stopped sending messages.',
  failing: 'No message was delivered for three days. The hub stopped sending messages.',
  backlog: 'More than 10,000 messages were waiting. The hub stopped sending messages.',
}

const failures: Readonly<Record<NonNullable<WebhookAttempt['failure']>, string>> = {
  refused: 'refused',
  timeout: 'no response within 15 seconds',
  host_not_found: 'host not found',
  address_refused: 'address not allowed by the hub',
  connection_failed: 'connection failed',
  certificate_invalid: 'invalid certificate',
}

const messageStatuses: Readonly<Record<WebhookMessage['status'], string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const eventTypes: Readonly<Record<NonNullable<Webhook['eventTypes']>[number], string>> = {
  'release.status_changed': 'Releases: status changed',
  'delivery.status_changed': 'Deliveries to outlets: status changed',
  'delivery.acknowledged': 'Deliveries to stores: answer received',
  'upload.status_changed': 'Uploads: status changed',
  'import.finished': 'Message imports: finished',
  'report.applied': 'Store reports: applied',
}

const en = {
  lead: 'The hub sends signed events to your servers as they happen.',
  make: 'New webhook',
  change: 'manage webhooks',
  edit: 'Edit',
  editTitle: 'Edit webhook',
  save: 'Save',
  emptyTitle: 'No webhooks yet',
  empty: 'Add the URL of your server. The hub sends it an event when a release, a delivery or an upload changes.',
  url: 'URL',
  urlHint: 'A public https URL, for example: https://label.example/hooks',
  description: 'Description',
  types: 'Events',
  allTypes: 'All events, including new types',
  chosenTypes: 'Selected events',
  typeMissing: 'Choose at least one event.',
  eventTypes,
  revealTitle: 'Webhook secret',
  reveal: 'Your server uses this secret to verify signatures. Copy it now. You cannot see it again.',
  secretLabel: 'Secret',
  statuses: { active: 'Active', failing: 'Failing', disabled: 'Disabled' },
  reasons,
  failingSince: (when: string) => `No message was delivered since ${when}. The hub keeps trying.`,
  delivered: (when: string) => `last delivered ${when}`,
  neverDelivered: 'nothing delivered yet',
  twoSecrets: (when: string) => `Messages are also signed with the old secret until ${when}.`,
  byConfiguration: 'The hub operator manages this webhook in the configuration.',
  test: 'Send a test event',
  enable: 'Enable',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableText:
    'The hub sends no messages until you enable it again. Waiting messages are dropped; you can resend them from the log.',
  rotate: 'Replace secret',
  rotateTitle: 'Replace secret?',
  rotateText:
    'For one day, messages carry two signatures, one for each secret, so your server can verify them with either secret.',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteText: 'The hub stops sending messages and deletes the log.',
  back: 'All webhooks',
  log: 'Messages',
  logEmptyTitle: 'Nothing sent yet',
  logEmpty: 'Send a test event to check that your server receives it.',
  messageStatuses,
  attempts: (attempts: number) => count(attempts, 'attempt', 'attempts'),
  next: (when: string) => `next attempt ${when}`,
  showAttempts: 'Attempts and responses',
  attempt: (number: number) => `Attempt ${number}`,
  took: (ms: number) => `${figure(ms)} ms`,
  failures,
  answered: (status: number) => `answered ${status}`,
  noBody: 'The response had no body.',
  replay: 'Send again',
  replayOf: (id: string) => `Send again: ${id}`,
  more: 'Show older',
}

/** Of the language of this build. */
export const webhookWords = en
