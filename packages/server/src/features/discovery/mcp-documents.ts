import type { AiCatalog, McpServerCard } from '@spindle/contract'
import type { Gate, McpIdentity, Tool } from '@spindle/mcp'
import { type Document, documentOf } from '../../http/responses/documents.ts'

/**
 * What the documents say of the MCP server. Every one of them is made from the object the server describes itself with,
 * so that none can promise what it does not keep.
 */

/** Its path below the base URL. */
export const mcpPath = '/mcp'
/** Where it is explained. */
export const mcpPagePath = '/docs/mcp'

export interface McpDescription {
  readonly gate: Gate
  readonly identity: McpIdentity
  /** Newest first. */
  readonly protocolVersions: readonly string[]
  /** Those the gate lets through. */
  readonly tools: readonly Pick<Tool, 'name' | 'description' | 'gate'>[]
}

export interface DescribedMcpServer {
  /** The tools are read when they are first requested: reading them at the start would delay it. */
  describe(): Promise<McpDescription>
}

export const cardType = 'application/mcp-server-card+json'
export const cardPath = '/.well-known/mcp/server-card.json'
const json = 'application/json'

/** The address the protocol reserves for it. */
export const cardBesideEndpoint = `${mcpPath}/server-card`

export function serverCard(baseUrl: string, { identity, protocolVersions }: McpDescription): McpServerCard {
  const { name, title, version, description, websiteUrl } = identity
  const url = `${baseUrl}${mcpPath}`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    websiteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url,
        supportedProtocolVersions: [...protocolVersions],
        headers: [
          { name: 'X-API-Key', description: 'API key of the account', isRequired: false, isSecret: true },
          {
            name: 'Authorization',
            description: 'Bearer and the API key or a JWT, where X-API-Key cannot be sent',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    serverInfo: { name, title, version },
    transport: { type: 'streamable-http', endpoint: url },
    capabilities: { tools: {} },
  }
}

/** `urn:air:{publisher}:{namespace}:{name}`, anchored on the host of this hub. */
export const aiCatalog = (baseUrl: string, facts: McpDescription): AiCatalog => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:${facts.identity.name.split('/').at(-1)}`,
      displayName: facts.identity.title,
      type: cardType,
      url: `${baseUrl}${cardBesideEndpoint}`,
    },
  ],
})

/** Cards change with a new version of the hub, not sooner. */
const kept = { maxAgeSeconds: 3600 }

export function mcpDocuments(baseUrl: string, { describe }: DescribedMcpServer): Document[] {
  const card = async () => JSON.stringify(serverCard(baseUrl, await describe()))
  const catalog = async () => JSON.stringify(aiCatalog(baseUrl, await describe()))
  const asJson = { mediaType: json, render: card }
  const asCard = { mediaType: cardType, render: card }
  return [
    { path: cardPath, representations: [asJson, asCard], ...kept },
    { path: cardBesideEndpoint, representations: [asCard, asJson], ...kept },
    documentOf('/.well-known/mcp.json', json, card, kept),
    {
      path: '/.well-known/ai-catalog.json',
      representations: [
        { mediaType: 'application/ai-catalog+json', render: catalog },
        { mediaType: json, render: catalog },
      ],
      ...kept,
    },
  ]
}
