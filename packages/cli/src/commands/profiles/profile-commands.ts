import { flag } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const login = {
  options: {
    client: flag('--client', 'Store a service client (id and secret), which manages keys'),
    token: flag('--token', 'Store the integration token of a property'),
    browser: flag('--no-browser', 'Ask for an API key here, and open no browser'),
  },
}

export const use = { arguments: { name: argument.one('Name of the profile') } }

export const profileCommands = [
  defineCommand({
    name: 'login',
    summary: 'Store a hub and a credential in a profile',
    description:
      'Stores the address of a hub and a credential in a profile that only you can read. On a terminal it opens the browser: sign in there and allow it, and this machine gets an API key of its own for 90 days. With --no-browser it asks for the secret, and without a terminal it reads it from stdin. A secret is never an option, because other users and the shell history would see it.',
    examples: [
      'spindle login --hub https://hub.example',
      'spindle login --hub https://hub.example < key.txt',
      'spindle login --hub https://hub.example --client',
      'spindle login --profile shop --hub https://hub.example --token < token.txt',
    ],
    operations: ['verifyIntegration', 'createKey'],
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
    name: 'profiles list',
    summary: 'List the profiles of this machine; * marks the one in use',
    operations: [],
    input: {},
    load: async () => (await import('./list-profiles.ts')).listProfiles,
  }),
  defineCommand({
    name: 'profiles use',
    summary: 'Choose the profile that commands use',
    examples: ['spindle profiles use work'],
    operations: [],
    input: use,
    load: async () => (await import('./list-profiles.ts')).chooseProfile,
  }),
  defineCommand({
    name: 'whoami',
    summary: 'Show the API key in use: its account, what it may do, and its limits',
    examples: ['spindle whoami', 'spindle whoami --json'],
    operations: ['getCurrentKey'],
    input: {},
    load: async () => (await import('./show-caller.ts')).showCaller,
  }),
  defineCommand({
    name: 'status',
    summary: 'Show which hub, account and credentials are used, and whether they work',
    operations: [],
    input: {},
    load: async () => (await import('./show-status.ts')).showStatus,
  }),
]
