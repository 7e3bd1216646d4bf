import type { IncomingMessage, ServerResponse } from 'node:http'
import type { McpEndpoint } from '@spindle/mcp'
import type { Config } from '../../config/config.ts'
import type { Http } from '../../http/context.ts'
import type { Feature } from '../../http/feature.ts'
import { takeOver } from '../../http/take-over.ts'
import type { Log } from '../../platform/log.ts'
import type { McpServer } from '../discovery/index.ts'
import type { McpCaller } from './caller.ts'
import { createCalls } from './calls.ts'
import { bindEndpoint } from './routes.ts'

/** The tools of agents at `/mcp`: the hub's part of it, before and behind the protocol. */
export interface Mcp extends McpServer, Feature {}

export interface McpOptions {
  readonly config: Pick<Config, 'publicUrl' | 'mcpGate'>
  readonly log: Log
}

/** Undefined where the operator has switched it off. */
export function mcpFeature({ config: { publicUrl: baseUrl, mcpGate: gate }, log }: McpOptions): Mcp | undefined {
  if (gate === undefined) return undefined
  const calls = createCalls()
  let endpoint: Promise<McpEndpoint<McpCaller>> | undefined
  const open = async (http: Http): Promise<McpEndpoint<McpCaller>> => {
    const [{ createMcpEndpoint }, { connectCaller }] = await Promise.all([library(), import('./caller.ts')])
    return createMcpEndpoint<McpCaller>({
      baseUrl,
      gate,
      connect: (caller) => connectCaller(http, caller),
      onError: (error) => log.error('mcp.failed', { error }),
    })
  }
  return {
    async describe() {
      const { isOpen, mcpIdentity, protocolVersions, tools } = await library()
      const offered = tools.filter((tool) => isOpen(gate, tool.gate))
      return { gate, identity: mcpIdentity(baseUrl), protocolVersions, tools: offered }
    },
    bind: (http) =>
      bindEndpoint(http, async (request, reply, caller) => {
        calls.requireOpen()
        endpoint ??= open(http)
        const { handle } = await endpoint
        takeOver(reply)
        endIfAsked(request.raw, reply.raw)
        const { id: requestId, ip: address, body } = request
        await calls.track(handle(request.raw, reply.raw, body, { ...caller, requestId, address }))
      }),
    // Lets the calls that run come to an end, and ends those that take too long.
    async drain() {
      await calls.close(longestCallMs)
      await (await endpoint)?.close()
    },
  }
}

const longestCallMs = 5_000

/** The library says `keep-alive` to everybody, and Node believes it. */
function endIfAsked({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  if (/\bclose\b/i.test(headers.connection ?? '')) response.once('finish', () => socket.end())
}

/** Loaded with the first request that needs it: it would be a part of every start otherwise. */
const library = () => import('@spindle/mcp')
