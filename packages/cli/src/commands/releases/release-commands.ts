import { choice, day, duration, flag, formerly, instant, pageOptions, text, texts } from '@spindle/command-line'
import { releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'
import { stateOptions } from '../state-options.ts'
import { revisionCommands } from './revisions/revision-commands.ts'
import { trashCommands } from './trash/trash-commands.ts'

const releaseId = argument.id('release', 'Id of the release (rel_...)')
const yes = flag('-y, --yes', 'Do not ask')
const document = argument.one('JSON or YAML file; - reads stdin')

export const list = {
  options: {
    status: choice('--status <status>', 'Only releases in this state', releaseStatuses),
    type: choice('--type <type>', 'Only releases of this type', releaseTypes),
    query: formerly('--q', text('--query <words>', 'Words in title, artist or label')),
    upc: text('--upc <upc>', 'UPC or EAN, with or without separators'),
    isrc: text('--isrc <isrc>', 'ISRC of one of the tracks, with or without hyphens'),
    ...stateOptions,
    updatedSince: instant('--updated-since <instant>', 'Only releases that changed since then'),
    ...pageOptions,
  },
}
export const get = {
  arguments: { releaseId },
  options: { etag: flag('--etag', 'Show only its ETag, which `releases update --if-match` takes') },
}
export const create = {
  arguments: { file: document },
  options: {
    submit: flag('--submit', 'Also submit it; if errors are found, it is neither created nor submitted'),
    legacy: flag('--legacy', 'Use the single-asset API (deprecated): the file has type, title and uploadId'),
  },
}
export const update = {
  arguments: { releaseId, file: document },
  options: {
    ifMatch: text('--if-match <etag>', 'Only if it is still the version you read (default: the current version)'),
  },
}
export const one = { arguments: { releaseId } }
export const validate = {
  arguments: { releaseId },
  options: {
    outlet: text('--outlet <id>', 'What matters to this outlet alone, whether the release goes there or not'),
  },
}
export const confirmed = { arguments: { releaseId }, options: { yes } }
export const takedown = {
  arguments: { releaseId },
  options: {
    reason: text('--reason <text>', 'Why (required); kept in the events'),
    outlets: texts('--outlets <ids>', 'Only at these outlets, comma-separated ids (default: everywhere)'),
    on: day('--on <day>', 'On this day, which begins where the release says, else in UTC (default: now)'),
    preview: formerly(
      '--plan',
      flag('--preview', 'Only show what would end at each outlet, which message it would get, and what is planned'),
    ),
    cancel: flag('--cancel', 'Cancel what is planned'),
    yes,
  },
}
export const ern = {
  arguments: { releaseId },
  options: {
    outlet: text('--outlet <id>', 'As this outlet wants it (default: a store without its own settings)'),
    diff: flag('--diff', 'Show what it would change in the message that the outlet has'),
  },
}
export const message = {
  arguments: {
    releaseId,
    messageId: argument.id('storeMessage', 'Id of the message (msg_...), from `releases messages`'),
  },
}
export const pages = { arguments: { releaseId }, options: pageOptions }
export const retry = {
  arguments: {
    releaseId,
    deliveryId: argument.id('delivery', 'Id of the delivery (dlv_...), from `releases deliveries`'),
  },
}
export const watch = {
  arguments: { releaseId },
  options: {
    until: choice('--until <status>', 'State to wait for; delivered: every outlet has it (default)', [
      'delivered',
      ...releaseStatuses,
    ]),
    timeout: duration('--timeout <time>', 'Give up after this time, such as 10m (default: never)'),
  },
}

const looking = [
  defineCommand({
    name: 'releases list',
    summary: 'List releases, newest first',
    examples: [
      'spindle releases list --status draft',
      'spindle releases list --delivered-to store --delivery-state failed',
      'spindle releases list --all --json > releases.ndjson',
    ],
    operations: ['listReleases'],
    input: list,
    load: async () => (await import('./list-releases.ts')).listReleases,
  }),
  defineCommand({
    name: 'releases get',
    summary: 'Show one release with its tracks, deliveries and findings',
    operations: ['getRelease'],
    input: get,
    load: async () => (await import('./get-release.ts')).getRelease,
  }),
  defineCommand({
    name: 'releases watch',
    summary: 'Follow a release until every outlet has it',
    description:
      'Shows what happens to a release, event by event, until every outlet has it; with --until live, until its date. Exits with 4 when an outlet or a reviewer refused a part of it, and with 1 when it cannot get there by itself or the time is over.',
    examples: ['spindle releases watch rel_... --timeout 10m'],
    operations: ['listReleaseEvents'],
    input: watch,
    load: async () => (await import('./watch-release.ts')).watchRelease,
  }),
  defineCommand({
    name: 'releases events',
    summary: 'List what happened to a release, newest first',
    operations: ['listReleaseEvents'],
    input: pages,
    load: async () => (await import('./list-events.ts')).listEvents,
  }),
  defineCommand({
    name: 'releases deliveries',
    summary: 'List the deliveries of a release, one for each outlet',
    operations: ['listReleaseDeliveries'],
    input: pages,
    load: async () => (await import('./list-deliveries.ts')).listDeliveries,
  }),
  defineCommand({
    name: 'releases ern',
    summary: 'Show the message (DDEX ERN) that a store gets for a release',
    description:
      'Writes the XML to standard output, and to standard error what a store would refuse and what the message does not carry. Sends nothing. Exits with 4 when a store would refuse it. With --diff, what an update would change at an outlet, in words and in XML.',
    examples: [
      'spindle releases ern rel_... --outlet store > message.xml',
      'spindle releases ern rel_... --outlet store --diff',
    ],
    operations: ['previewMessage', 'compareMessage'],
    input: ern,
    load: async () => (await import('./show-message.ts')).showMessage,
  }),
  defineCommand({
    name: 'releases messages',
    summary: 'List the messages that stores got for a release, newest first',
    operations: ['listReleaseMessages'],
    input: pages,
    load: async () => (await import('./store-messages.ts')).listMessages,
  }),
  defineCommand({
    name: 'releases message',
    summary: 'Get a message to a store as it was sent, byte for byte',
    examples: ['spindle releases message rel_... msg_... > message.xml'],
    operations: ['getReleaseMessage'],
    input: message,
    load: async () => (await import('./store-messages.ts')).getMessage,
  }),
  defineCommand({
    name: 'releases proof',
    summary: 'Get a signed statement of what was sent to a store, and when',
    description:
      'A JWS in JSON under the key of the hub, with the digests of the message and of the files it names, its times and the answer of the store. The program in docs/interchange.md checks it without the hub.',
    examples: ['spindle releases proof rel_... msg_... > proof.json'],
    operations: ['getDeliveryProof'],
    input: message,
    load: async () => (await import('./store-messages.ts')).getProof,
  }),
]

const writing = [
  defineCommand({
    name: 'releases create',
    summary: 'Create a release as a draft, from JSON or YAML',
    description:
      'The document says what the API takes, with uploads by their ids. The release.yaml of `spindle deliver` names files instead.',
    examples: ['spindle releases create draft.yaml', 'jq .release order.json | spindle releases create -'],
    operations: ['createRelease', 'createLegacyRelease'],
    input: create,
    load: async () => (await import('./create-release.ts')).createRelease,
  }),
  defineCommand({
    name: 'releases update',
    summary: 'Change a release (JSON Merge Patch: absent members stay, null removes, lists are replaced)',
    examples: [`echo '{ "title": "Night Drive II" }' | spindle releases update rel_... -`],
    operations: ['updateRelease'],
    input: update,
    load: async () => (await import('./update-release.ts')).updateRelease,
  }),
  defineCommand({
    name: 'releases clone',
    summary: 'Copy a release, or a deleted draft, into a new draft',
    operations: ['cloneRelease'],
    input: one,
    load: async () => (await import('./create-release.ts')).cloneRelease,
  }),
  defineCommand({
    name: 'releases validate',
    summary: 'Check a release against every rule; nothing changes',
    description:
      'Lists what submitting would find, worst first, and at which outlets it matters. With --outlet, what matters to one alone. Exits with 4 when an error is found.',
    examples: ['spindle releases validate rel_... --outlet store'],
    operations: ['validateRelease'],
    input: validate,
    load: async () => (await import('./validate-release.ts')).validateRelease,
  }),
]

const acting = [
  defineCommand({
    name: 'releases submit',
    summary: 'Submit a release for delivery',
    operations: ['submitRelease'],
    input: confirmed,
    load: async () => (await import('./release-actions.ts')).submitRelease,
  }),
  defineCommand({
    name: 'releases withdraw',
    summary: 'Withdraw a submission that is not approved yet',
    operations: ['withdrawRelease'],
    input: confirmed,
    load: async () => (await import('./release-actions.ts')).withdrawRelease,
  }),
  defineCommand({
    name: 'releases discard-changes',
    summary: 'Discard the unsubmitted changes of a release',
    description:
      'Metadata and tracks become those of the last submitted revision again. Outlets get nothing. Without unsubmitted changes, nothing changes.',
    operations: ['discardReleaseChanges'],
    input: confirmed,
    load: async () => (await import('./release-actions.ts')).discardReleaseChanges,
  }),
  defineCommand({
    name: 'releases takedown',
    summary: 'Take a release down, everywhere or at some outlets, now or on a day',
    description:
      'With --on it waits until that day begins. A newer plan replaces it, and --cancel cancels it. Only the operator of the hub can cancel plans of the operator. --preview changes nothing.',
    examples: [
      'spindle releases takedown rel_... --preview',
      'spindle releases takedown rel_... --reason "Rights have ended"',
      'spindle releases takedown rel_... --reason "The licence ends" --on 2026-12-31',
    ],
    operations: ['takedownRelease', 'previewTakedown', 'cancelTakedown'],
    input: takedown,
    load: async () => (await import('./takedown.ts')).takeDownRelease,
  }),
  defineCommand({
    name: 'releases delete',
    summary: 'Delete a draft; it can be restored from the trash until it expires',
    operations: ['deleteRelease'],
    input: confirmed,
    load: async () => (await import('./release-actions.ts')).deleteRelease,
  }),
  defineCommand({
    name: 'releases retry-delivery',
    summary: 'Retry a delivery that failed, was refused or was taken down',
    operations: ['retryDelivery'],
    input: retry,
    load: async () => (await import('./list-deliveries.ts')).retryDelivery,
  }),
]

export const releaseCommands = [...looking, ...writing, ...acting, ...revisionCommands, ...trashCommands]
