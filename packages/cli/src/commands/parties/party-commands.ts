import { choices, flag, pageOptions, required, text, texts } from '@spindle/command-line'
import { partyStores } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const partyId = argument.id('party', 'Id of the party (pty_...)')

const members = {
  legalName: text('--legal-name <name>', 'Legal name; writers are credited with it'),
  isni: text('--isni <isni>', 'ISNI, 16 characters'),
  ipi: text('--ipi <number>', 'IPI name number'),
  spotify: text('--spotify <id>', 'Artist id or URI at Spotify'),
  apple: text('--apple <id>', 'Artist id at Apple Music'),
  newAt: choices('--new-at <stores>', 'Stores where the artist has no page yet', partyStores),
  roles: texts('--roles <list>', 'Roles of a contributor that names this party without a role'),
}

export const create = { arguments: { name: argument.one('Full name as displayed') }, options: members }
export const list = {
  options: { query: text('--query <words>', 'Part of a name, or an identifier'), ...pageOptions },
}
export const one = { arguments: { partyId } }
export const releases = { arguments: { partyId }, options: pageOptions }
/** An empty list takes the marks away. */
const newAt: typeof members.newAt = {
  ...members.newAt,
  read: (given, before) => (given === '' ? [] : members.newAt.read?.(given, before)),
}
export const update = {
  arguments: { partyId },
  options: { name: text('--name <name>', 'Full name'), ...members, newAt },
}
export const merge = {
  arguments: { partyId },
  options: {
    duplicate: required(text('--duplicate <id>', 'Id of the party that goes (pty_...)')),
    dryRun: flag('--dry-run', 'Show what would happen; change nothing'),
    yes: flag('-y, --yes', 'Do not ask'),
  },
}
export const suggestions = {
  options: { dismissed: flag('--dismissed', 'List the dismissed names instead'), ...pageOptions },
}
const suggestedName = argument.one('The name, in any of its spellings')
export const accept = {
  arguments: { name: suggestedName },
  options: {
    party: text('--party <id>', 'Id of the party that the name means (pty_...); without it, a party is created'),
    dryRun: flag('--dry-run', 'Show what would happen; change nothing'),
  },
}
export const dismiss = {
  arguments: { name: suggestedName },
  options: { undo: flag('--undo', 'Suggest the name again') },
}
export const remove = { arguments: { partyId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

/** The commands on parties. */
export const partyCommands = [
  defineCommand({
    name: 'parties create',
    summary: 'Enter an artist, writer or company once',
    description: 'Contributors of a release name it with `partyId` and take names and identifiers from it.',
    examples: ['spindle parties create "Ada" --legal-name "Ada King" --ipi 00052210040 --roles main_artist,composer'],
    operations: ['createParty'],
    input: create,
    load: async () => (await import('./change-party.ts')).createParty,
  }),
  defineCommand({
    name: 'parties list',
    summary: 'List parties, newest first',
    examples: ['spindle parties list --query ada'],
    operations: ['listParties'],
    input: list,
    load: async () => (await import('./show-parties.ts')).listParties,
  }),
  defineCommand({
    name: 'parties get',
    summary: 'Show one party',
    operations: ['getParty'],
    input: one,
    load: async () => (await import('./show-parties.ts')).getParty,
  }),
  defineCommand({
    name: 'parties releases',
    summary: 'List the releases that name a party, newest first',
    description: 'JSON also has the tracks that credit it.',
    examples: ['spindle parties releases pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
    operations: ['listPartyReleases'],
    input: releases,
    load: async () => (await import('./show-parties.ts')).listPartyReleases,
  }),
  defineCommand({
    name: 'parties update',
    summary: 'Change a party, and with it the drafts that name it',
    description: 'An empty value removes a member. What was submitted keeps its copy.',
    examples: ['spindle parties update pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB --spotify "" --new-at spotify'],
    operations: ['updateParty'],
    input: update,
    load: async () => (await import('./change-party.ts')).updateParty,
  }),
  defineCommand({
    name: 'parties merge',
    summary: 'Merge a duplicate into a party',
    description:
      'Drafts that name the duplicate name the party afterwards. What was submitted keeps its copy. This cannot be undone.',
    examples: [
      'spindle parties merge pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB --duplicate pty_01JD3MZ6V8Q4W9X2K7N5T0RHYC --dry-run',
    ],
    operations: ['mergeParty'],
    input: merge,
    load: async () => (await import('./merge-party.ts')).mergeParty,
  }),
  defineCommand({
    name: 'parties suggestions',
    summary: 'List names of releases without a party, the most frequent first',
    description:
      'Names that differ in case, spaces, punctuation or accents are one. JSON also has spellings, identifiers, examples and all matching parties.',
    operations: ['listPartySuggestions'],
    input: suggestions,
    load: async () => (await import('./suggest-parties.ts')).listSuggestions,
  }),
  defineCommand({
    name: 'parties accept',
    summary: 'Make a suggested name a party, and link the drafts that credit it',
    description: 'Submitted releases do not change.',
    examples: [
      'spindle parties accept "Ada" --dry-run',
      'spindle parties accept "Ada" --party pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    ],
    operations: ['acceptPartySuggestion'],
    input: accept,
    load: async () => (await import('./suggest-parties.ts')).acceptSuggestion,
  }),
  defineCommand({
    name: 'parties dismiss',
    summary: 'Dismiss a suggested name, or suggest it again',
    examples: ['spindle parties dismiss "Various Artists"', 'spindle parties dismiss "Various Artists" --undo'],
    operations: ['dismissPartySuggestion'],
    input: dismiss,
    load: async () => (await import('./suggest-parties.ts')).dismissSuggestion,
  }),
  defineCommand({
    name: 'parties delete',
    summary: 'Delete a party that no release names',
    operations: ['deleteParty'],
    input: remove,
    load: async () => (await import('./change-party.ts')).deleteParty,
  }),
]
