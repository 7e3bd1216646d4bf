import { defineCommand } from '../../command-line/define-command.ts'
import { flag } from '../../command-line/option-types.ts'

export const login = {
  options: {
    client: flag('--client', 'Store a service client (id and secret), which manages keys'),
    token: flag('--token', 'Store the integration token of a property'),
  },
}

export const profileCommands = [
  defineCommand({
    name: 'login',
    summary: 'Store a hub and a credential in a profile',
    description:
      'Stores the address of a hub and a credential in a profile that only you can read. It asks for the secret, or reads it from stdin. A secret is never an option, because other users and the shell history would see it.',
    examples: [
      'spindle login --hub https://hub.example < key.txt',
      'spindle login --hub https://hub.example --client',
      'spindle login --profile shop --hub https://hub.example --token < token.txt',
    ],
    operations: ['verifyIntegration'],
    input: login,
    load: async () => (await import('./log-in.ts')).logIn,
  }),
  defineCommand({
    name: 'logout',
    summary: 'Remove a profile from this machine',
    operations: [],
    input: {},
    load: async () => (await import('./log-in.ts')).logOut,
  }),
  defineCommand({
    name: 'status',
    summary: 'Show which hub and credentials are used, and whether they work',
    operations: [],
    input: {},
    load: async () => (await import('./show-status.ts')).showStatus,
  }),
]
