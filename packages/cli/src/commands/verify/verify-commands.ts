import { flag, text } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const verify = {
  arguments: {
    url: argument.optional(
      'With --discover: an address that asks for credentials (default: the verification of the hub)',
    ),
  },
  options: {
    discover: flag('--discover', 'Check step by step how a client finds credentials; needs no token'),
    tokenFile: text(
      '--token-file <path>',
      'File with the integration token (default: SPINDLE_INTEGRATION_TOKEN, then the profile)',
    ),
  },
}

export const verifyCommands = [
  defineCommand({
    name: 'verify',
    summary: 'Verify an integration token, or diagnose its discovery',
    description:
      'Asks the hub whether it accepts the integration token of a property. With --discover it needs no token: it reads the challenge of a 401, the metadata of the resource and of its authorization server, and the instructions for agents, and checks each against its standard.',
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
