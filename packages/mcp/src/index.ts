/** The tools of a hub for agents, over the Model Context Protocol. */

export { type Gate, gates, isGateOpen, parseGate } from './agent-gate.ts'
export type { JsonObjectSchema } from './definition/compact-schema.ts'
export type { Tool, ToolAnnotations, ToolAnswer, ToolContext } from './definition/define-tool.ts'
export { type McpEndpoint, type McpEndpointOptions, mcpEndpoint } from './server/http-endpoint.ts'
export { type StdioOptions, serveStdio } from './server/serve-stdio.ts'
export { type McpIdentity, mcpIdentity, protocolVersions } from './server/server-identity.ts'
export { localTools, notOffered, tools } from './tools.ts'
