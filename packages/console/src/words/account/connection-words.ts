/** The texts about client ids for programs, loaded with the page. Another language is another object of this type. */

export const connectionWords = {
  connect: 'Connect a program',
  title: 'Programs on a computer',
  lead: 'A program without a public address, such as an AI assistant or an editor, needs a client id of this label. A client id is not a secret and gives no access: the program still asks you first.',
  created: (when: string, by: string) => `created ${when} by ${by}`,
  setUp: 'Set up',
  setUpOf: (name: string) => `Set up ${name}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText:
    'Every program that uses this client id is disconnected immediately, for every member of the label. You cannot undo this.',
  name: 'Name',
  nameHint: 'Which program, and where. For example: Claude on my laptop',
  create: 'Create client id',
  cancel: 'Cancel',
  done: 'Done',
  setUpTitle: (name: string) => `Set up “${name}”`,
  clientId: 'Client id',
  copyClientId: 'Copy the client id',
  copyLines: 'Copy the lines',
  program: 'Program',
  programs: {
    claudeDesktop: 'Claude Desktop',
    claudeCode: 'Claude Code',
    vsCode: 'VS Code',
    inspector: 'MCP Inspector',
    command: 'Programs that start a command (mcp-remote)',
    other: 'Another program',
  },
  steps: {
    claudeDesktop:
      'In Claude, open Settings, Developer, Edit Config. Add these lines to claude_desktop_config.json and restart Claude. The computer needs Node.js.',
    claudeCode: 'Run this in a terminal. Then enter /mcp in Claude Code, choose spindle and authenticate.',
    vsCode: 'Add these lines to .vscode/mcp.json, or to the file that “MCP: Open User Configuration” opens.',
    inspector:
      'Run this in a terminal. In the settings of the server, enter the client id above under OAuth Settings. Then connect.',
    command: 'Use this as the command of the MCP server. The computer needs Node.js.',
    other:
      'Enter these values as an OAuth client without a secret. The program must use PKCE, and a redirect address on http://127.0.0.1, http://[::1] or http://localhost.',
  },
  next: 'The program then opens this hub in the browser, where you choose what it may do.',
} as const
