/** The tools of a hub for agents, over the Model Context Protocol. */
export { type Gate, gates, isOpen, parseGate } from './gate.ts'
export { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './http.ts'
export { type McpIdentity, mcpIdentity, protocolVersions } from './identity.ts'
export { type StdioOptions, serveStdio } from './stdio.ts'
export type { JsonObjectSchema, Tool, ToolAnnotations, ToolAnswer, ToolContext } from './tool.ts'
export { notOffered, tools } from './tools.ts'
