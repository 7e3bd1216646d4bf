import { describe, expect, it } from 'vitest'
import { linesOf, type ProgramFacts } from './program-lines.ts'

const factsAt = (hub: string): ProgramFacts => ({
  clientId: 'nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  endpoints: {
    tools: `${hub}/mcp`,
    issuer: hub,
    authorization: `${hub}/oauth/authorize`,
    token: `${hub}/oauth/token`,
    scopes: ['music:read', 'catalog:read'],
  },
})
const facts = factsAt('https://hub.example')

describe('the lines to paste', () => {
  it('make Claude Desktop start mcp-remote with the client id', () => {
    expect(JSON.parse(linesOf.claudeDesktop(facts))).toEqual({
      mcpServers: {
        spindle: {
          command: 'npx',
          args: [
            '-y',
            'mcp-remote',
            'https://hub.example/mcp',
            '--static-oauth-client-info',
            '{"client_id":"nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB"}',
            '--auth-timeout',
            '300',
          ],
        },
      },
    })
  })

  it('are one command for other programs that start one, quoted for a shell', () => {
    expect(linesOf.command(facts)).toBe(
      `npx -y mcp-remote https://hub.example/mcp --static-oauth-client-info '{"client_id":"nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB"}' --auth-timeout 300`,
    )
  })

  it.each([
    ['http://hub.local:8080', true],
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080', false],
    ['https://hub.example', false],
  ])('tell mcp-remote that %s is not encrypted: %s', (hub, isTold) => {
    expect(linesOf.command(factsAt(hub)).endsWith(' --allow-http')).toBe(isTold)
  })

  it('add the hub to Claude Code', () => {
    expect(linesOf.claudeCode(facts)).toBe(
      'claude mcp add --transport http --client-id nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB spindle https://hub.example/mcp',
    )
  })

  it('are the entry of VS Code', () => {
    expect(JSON.parse(linesOf.vsCode(facts))).toEqual({
      servers: {
        spindle: {
          type: 'http',
          url: 'https://hub.example/mcp',
          oauth: { clientId: 'nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
        },
      },
    })
  })

  it('open the MCP Inspector at the hub', () => {
    expect(linesOf.inspector(facts)).toBe(
      'npx -y @modelcontextprotocol/inspector@latest --transport http --server-url https://hub.example/mcp',
    )
  })

  it('name everything that another OAuth client asks for', () => {
    expect(JSON.parse(linesOf.other(facts))).toEqual({
      resource: 'https://hub.example/mcp',
      client_id: 'nac_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      issuer: 'https://hub.example',
      authorization_endpoint: 'https://hub.example/oauth/authorize',
      token_endpoint: 'https://hub.example/oauth/token',
      token_endpoint_auth_method: 'none',
      code_challenge_method: 'S256',
      scope: 'music:read catalog:read',
    })
  })
})
