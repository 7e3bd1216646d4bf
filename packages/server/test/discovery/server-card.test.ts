import { AiCatalog, McpServerCard } from '@spindle/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

/** The requirements of SEP-2127 for a card (extension server-card, schema v1), copied from its text. */
const extensionRules = {
  type: 'object',
  required: ['$schema', 'name', 'version', 'description'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    // A version, not a range of them.
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$' },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: { type: 'string', format: 'uri' },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: {
          type: { enum: ['streamable-http', 'sse'] },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          supportedProtocolVersions: { type: 'array', items: { type: 'string' } },
          headers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: {
                name: { type: 'string' },
                description: { type: 'string' },
                isRequired: { type: 'boolean' },
                isSecret: { type: 'boolean' },
              },
            },
          },
        },
      },
    },
    // Tools are listed by the server, never by its card.
    tools: false,
    resources: false,
    prompts: false,
  },
}

let hub: TestHub
beforeAll(async () => {
  hub = await sharedHub()
})

const read = async (path: string) => (await hub.json('GET', path)).body

describe('the server card', () => {
  it('is a card of the extension, and has what readers of the older form look for', async () => {
    const card = await read('/.well-known/mcp/server-card.json')
    expect(ajv.validate(extensionRules, card), ajv.errorsText()).toBe(true)
    expect(ajv.validate(McpServerCard, card), ajv.errorsText()).toBe(true)
    expect(card).toMatchObject({
      serverInfo: { name: card.name, version: card.version },
      transport: { type: 'streamable-http', endpoint: `${hub.url}/mcp` },
      capabilities: { tools: {} },
    })
    expect(card.remotes.map(({ url }: { url: string }) => url)).toEqual([`${hub.url}/mcp`])
    expect(card.remotes[0].headers.map(({ name }: { name: string }) => name)).toEqual(['X-API-Key', 'Authorization'])
  })

  it('is the same at every address', async () => {
    const card = await read('/.well-known/mcp/server-card.json')
    expect(await read('/mcp/server-card')).toEqual(card)
    expect(await read('/.well-known/mcp.json')).toEqual(card)
    const catalog = await read('/.well-known/ai-catalog.json')
    expect(ajv.validate(AiCatalog, catalog), ajv.errorsText()).toBe(true)
    expect(catalog).toEqual({
      specVersion: '1.0',
      entries: [
        {
          identifier: `urn:air:127.0.0.1:mcp:${card.name.split('/')[1]}`,
          displayName: card.title,
          type: 'application/mcp-server-card+json',
          url: `${hub.url}/mcp/server-card`,
        },
      ],
    })
    const response = await fetch(catalog.entries[0].url, { headers: { accept: catalog.entries[0].type } })
    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
    expect(await response.json()).toEqual(card)
  })

  it('is kept for an hour, in the form that was asked for', async () => {
    for (const path of ['/.well-known/mcp/server-card.json', '/mcp/server-card', '/.well-known/ai-catalog.json']) {
      const { headers } = await hub.request(path)
      expect(headers.get('cache-control')).toBe('public, max-age=3600')
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding')
      expect(headers.get('access-control-allow-headers')).toBe('Content-Type, If-None-Match')
      expect(headers.get('access-control-expose-headers')).toContain('ETag')
    }
  })
})

describe('a hub without tools for agents', () => {
  it('has no endpoint, and no document that names one', async () => {
    const without = await startTestHub({ role: 'api', environment: { SPINDLE_MCP_GATE: 'off' } })
    const gone = [
      '/mcp',
      '/mcp/server-card',
      '/docs/mcp',
      '/.well-known/mcp.json',
      '/.well-known/mcp/server-card.json',
      '/.well-known/ai-catalog.json',
      '/.well-known/oauth-protected-resource/mcp',
    ]
    for (const path of gone) expect([path, (await without.json('GET', path)).status]).toEqual([path, 404])
    expect((await without.json('POST', '/mcp', { body: {} })).status).toBe(404)
    const documents = without.hub.http.table
      .entries()
      // The pages of the errors are the same for every hub.
      .filter(({ kind, path }) => kind === 'public' && !path.startsWith('/docs/errors'))
      .map(({ path }) => path)
    expect(documents).toContain('/auth.md')
    for (const path of documents) {
      const response = await without.request(path, { headers: { accept: 'text/markdown, */*;q=0.5' } })
      expect([path, /\bmcp\b/i.exec(`${await response.text()} ${response.headers.get('link')}`)]).toEqual([path, null])
    }
  })
})
