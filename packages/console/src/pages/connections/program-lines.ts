import type { ToolEndpoints } from '../../data/api/session-api.ts'

/**
 * What a person pastes into a program so that it connects with a client id. The names of options and members are those of
 * mcp-remote 0.15, Claude Code 2, VS Code since April 2026 (its pull request 308648) and the MCP Inspector 2.
 */

export const programs = ['claudeDesktop', 'claudeCode', 'vsCode', 'inspector', 'command', 'other'] as const
/** One of `programs`. */
export type Program = (typeof programs)[number]

export interface ProgramFacts {
  readonly clientId: string
  readonly endpoints: ToolEndpoints
}

/** The name of the hub in the settings of the program. */
const serverName = 'spindle'

export const linesOf: Readonly<Record<Program, (facts: ProgramFacts) => string>> = {
  claudeDesktop: (facts) =>
    toJson({ mcpServers: { [serverName]: { command: 'npx', args: ['-y', ...remoteArguments(facts)] } } }),
  claudeCode: ({ clientId, endpoints: { tools } }) =>
    `claude mcp add --transport http --client-id ${clientId} ${serverName} ${tools}`,
  vsCode: ({ clientId, endpoints: { tools } }) =>
    toJson({ servers: { [serverName]: { type: 'http', url: tools, oauth: { clientId } } } }),
  inspector: ({ endpoints: { tools } }) =>
    `npx -y @modelcontextprotocol/inspector@latest --transport http --server-url ${tools}`,
  command: (facts) => `npx -y ${remoteArguments(facts).map(quoted).join(' ')}`,
  other: ({ clientId, endpoints: { tools, issuer, authorization, token, scopes } }) =>
    toJson({
      resource: tools,
      client_id: clientId,
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      token_endpoint_auth_method: 'none',
      code_challenge_method: 'S256',
      scope: scopes.join(' '),
    }),
}

/** A person needs longer to sign in and decide than the 30 seconds for which mcp-remote waits by default. */
const remoteArguments = ({ clientId, endpoints: { tools } }: ProgramFacts): string[] => [
  'mcp-remote',
  tools,
  '--static-oauth-client-info',
  JSON.stringify({ client_id: clientId }),
  '--auth-timeout',
  '300',
  ...(needsAllowance(tools) ? ['--allow-http'] : []),
]

/** mcp-remote takes addresses without encryption only on the same computer. */
function needsAllowance(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1'
}

const quoted = (argument: string): string => (argument.includes('"') ? `'${argument}'` : argument)

const toJson = (value: object): string => JSON.stringify(value, undefined, 2)
