import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Spindle } from '@spindle/client'
import { type Gate, isGateOpen } from '../agent-gate.ts'
import type { Tool, ToolContext } from '../definition/define-tool.ts'
import { callTool } from './call-tool.ts'
import { instructionsFor } from './instructions.ts'
import { type McpIdentity, protocolVersions } from './server-identity.ts'

/** The server of one conversation. Tools are listed and called by hand, because their schemas are JSON Schema already. */
export interface McpServerOptions {
  readonly identity: McpIdentity
  readonly client: Spindle
  readonly signUpload?: ToolContext['signUpload']
  readonly baseUrl: string
  /** Every tool there is; the gate decides which are offered. */
  readonly tools: readonly Tool[]
  /** Whether the server runs beside the files and sends them itself. */
  readonly hasFiles: boolean
  readonly gate: Gate
  readonly howToOpen: (gate: string) => string
  readonly onError: (error: unknown) => void
}

/** Makes the server; its tools act with the credential of `client`. */
export function mcpServer({ identity, tools, hasFiles, ...options }: McpServerOptions): McpServer {
  const rest = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
  const mcp = new McpServer(identity, {
    capabilities: { tools: { listChanged: false } },
    supportedProtocolVersions: [...protocolVersions],
    instructions: instructionsFor(rest.gate, { hasFiles }),
    // The list changes when a person opens a gate, and then clients should see the new one soon.
    cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'private' } },
  })
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: tools.filter(({ gate }) => isGateOpen(rest.gate, gate)).map(listing),
  }))
  mcp.server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool. tools/list returns all tools.')
    return callTool(tool, params.arguments, { ...rest, signal: mcpReq.signal })
  })
  return mcp
}

const listing = ({ name, title, description, annotations, inputSchema, outputSchema }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema },
  ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
  annotations: { ...annotations },
})
