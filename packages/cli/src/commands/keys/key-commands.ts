import { choice, choices, flag, pageOptions, text } from '@spindle/command-line'
import { keyStatuses, permissions } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'
import { expiry, overlap } from './key-options.ts'

const keyId = argument.id('key', 'Id of the key (key_...), not the key itself')
const save = flag('--save', 'Store the key in the profile instead of showing it')

export const create = {
  options: {
    name: text('--name <name>', 'What the key is for'),
    permissions: choices('--permissions <list>', 'Permissions of the key', permissions),
    expires: expiry('--expires <when>', 'When it expires: a time from now such as 90d, or a day (default: never)'),
    save,
  },
}
export const list = {
  options: { status: choice('--status <status>', 'Only keys in this state', keyStatuses), ...pageOptions },
}
export const get = { arguments: { keyId } }
export const rotate = {
  arguments: { keyId },
  options: { overlap: overlap('--overlap <time>', 'How long the old key keeps working (default: 24h)'), save },
}
export const revoke = { arguments: { keyId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

export const keyCommands = [
  defineCommand({
    name: 'keys create',
    summary: 'Create an API key and show it once',
    examples: [
      'spindle keys create --name "catalogue import" --permissions music:read,music:write > key.txt',
      'spindle keys create --name laptop --permissions music:read,music:write --expires 90d --save',
    ],
    operations: ['createKey'],
    input: create,
    load: async () => (await import('./create-key.ts')).createKey,
  }),
  defineCommand({
    name: 'keys list',
    summary: 'List API keys, newest first',
    operations: ['listKeys'],
    input: list,
    load: async () => (await import('./list-keys.ts')).listKeys,
  }),
  defineCommand({
    name: 'keys get',
    summary: 'Show one API key, without the secret',
    operations: ['getKey'],
    input: get,
    load: async () => (await import('./list-keys.ts')).getKey,
  }),
  defineCommand({
    name: 'keys rotate',
    summary: 'Replace an API key with a new one, shown once',
    operations: ['rotateKey'],
    input: rotate,
    load: async () => (await import('./create-key.ts')).rotateKey,
  }),
  defineCommand({
    name: 'keys revoke',
    summary: 'Revoke an API key for good',
    operations: ['revokeKey'],
    input: revoke,
    load: async () => (await import('./revoke-key.ts')).revokeKey,
  }),
]
