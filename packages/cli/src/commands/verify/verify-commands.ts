import { defineCommand } from '../../command-line/define-command.ts'
import { argument, flag, text } from '../../command-line/option-types.ts'

export const verify = {
  arguments: {
    url: argument.optional('For --discover: an address that asks for credentials (else the verification of the hub)'),
  },
  options: {
    discover: flag('--discover', 'Follow the discovery of credentials step by step; needs none'),
    tokenFile: text(
      '--token-file <path>',
      'File that holds the integration token (else SPINDLE_INTEGRATION_TOKEN, else the profile)',
    ),
  },
}

export const verifyCommands = [
  defineCommand({
    name: 'verify',
    summary: 'Verify an integration token, or diagnose how one is found',
    description:
      'Asks the hub whether it takes the integration token of a property. With --discover it needs no token: it reads the challenge of a 401, the metadata of the resource and of its authorization server, and the instructions for agents, and checks each against its standard.',
    examples: [
      'spindle verify --token-file token.txt',
      'spindle verify --discover',
      'spindle verify --discover https://api.example/orders',
    ],
    operations: ['verifyIntegration'],
    input: verify,
    load: async () => (await import('./verify-token.ts')).verifyIntegrationToken,
  }),
]
