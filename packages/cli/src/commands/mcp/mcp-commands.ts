import type { Gate } from '@spindle/mcp'
import { defineCommand } from '../../command-line/define-command.ts'
import { choice } from '../../command-line/option-types.ts'

/** The gates of `@spindle/mcp`, named here because the help must not load it; the compiler knows them. */
export const gateNames = ['read', 'draft', 'submit'] as const satisfies readonly Gate[]

export const mcp = {
  options: {
    gate: choice('--gate <gate>', 'How far tools may go: look, also write drafts, also submit; else draft', gateNames),
  },
}

export const mcpCommands = [
  defineCommand({
    name: 'mcp',
    summary: 'Serve the tools of the hub to an agent on stdin and stdout (MCP)',
    description:
      'Speaks the Model Context Protocol on stdin and stdout with the credential of the profile, until stdin ends. What the agent may do is bounded by the key and by --gate.',
    examples: ['spindle mcp', 'spindle mcp --gate draft'],
    operations: [],
    input: mcp,
    load: async () => (await import('./serve-mcp.ts')).serveMcp,
  }),
]
