import { choice } from '@spindle/command-line'
import type { Gate } from '@spindle/mcp'
import { defineCommand } from '../../command-line/define-command.ts'

/** The gates of `@spindle/mcp`, named here because the help must not load it; the compiler checks them. */
export const gateNames = ['read', 'draft', 'submit'] as const satisfies readonly Gate[]

export const mcp = {
  options: {
    gate: choice(
      '--gate <gate>',
      'What tools may do: read; also write drafts; also submit (default: draft)',
      gateNames,
    ),
  },
}

export const mcpCommands = [
  defineCommand({
    name: 'mcp',
    summary: 'Serve the tools of the hub to an agent over stdin and stdout (MCP)',
    description:
      'Speaks the Model Context Protocol over stdin and stdout with the credential of the profile, until stdin ends. The key and --gate limit what the agent may do.',
    examples: ['spindle mcp', 'spindle mcp --gate draft'],
    operations: [],
    input: mcp,
    load: async () => (await import('./serve-mcp.ts')).serveMcp,
  }),
]
