import type { IncomingMessage, ServerResponse } from 'node:http'
import type { McpEndpoint } from '@spindle/mcp'
import type { Config } from '../../config/config.ts'
import { hijackReply } from '../../http/connections/hijack-reply.ts'
import type { Http } from '../../http/context.ts'
import type { Feature } from '../../http/feature.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { DescribedMcpServer } from '../discovery/index.ts'
import type { Uploads } from '../uploads/index.ts'
import type { McpCaller } from './connect-client.ts'
import { bindMcp } from './routes.ts'
import { runningCalls } from './running-calls.ts'

/** The tools of agents at `/mcp`: the hub's part of it, before and behind the protocol. */
export interface McpFeature extends Feature {
  /** What it says of itself; undefined where the operator has switched it off. */
  readonly server: DescribedMcpServer | undefined
}

export interface McpOptions {
  readonly config: Pick<Config, 'publicUrl' | 'mcpGate'>
  readonly log: Log
  /** Makes the token with which a shell sends the bytes of an upload without the key. */
  readonly uploads: Pick<Uploads, 'signUpload'>
}

function mcpFeature({
  config: { publicUrl: baseUrl, mcpGate: gate },
  log,
  uploads: { signUpload },
}: McpOptions): McpFeature {
  if (gate === undefined) return { server: undefined }
  const calls = runningCalls()
  let endpoint: Promise<McpEndpoint<McpCaller>> | undefined
  const open = async (http: Http): Promise<McpEndpoint<McpCaller>> => {
    const [{ mcpEndpoint }, { connectClient }] = await Promise.all([library(), import('./connect-client.ts')])
    return mcpEndpoint<McpCaller>({
      baseUrl,
      gate,
      connect: (caller) => connectClient(http, caller),
      signUpload: ({ principal }, uploadId) =>
        principal.kind !== 'client' && principal.permissions.includes('music:write')
          ? signUpload(uploadId, { accountId: principal.accountId, keyId: principal.id })
          : undefined,
      onError: (error) => log.error('mcp.request_failed', { error }),
    })
  }
  return {
    server: {
      async describe() {
        const { isGateOpen, mcpIdentity, protocolVersions, tools } = await library()
        const offered = tools.filter((tool) => isGateOpen(gate, tool.gate))
        return { gate, identity: mcpIdentity(baseUrl), protocolVersions, tools: offered }
      },
    },
    bind: (http) =>
      bindMcp(http, async (request, reply, caller) => {
        calls.requireOpen()
        endpoint ??= open(http)
        const { handle } = await endpoint
        hijackReply(reply)
        closeConnectionIfRequested(request.raw, reply.raw)
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
function closeConnectionIfRequested({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  if (/\bclose\b/i.test(headers.connection ?? '')) response.once('finish', () => socket.end())
}

/** Loaded with the first agent, who waits for 150 ms: it takes 28 MiB, and many hubs never meet one. */
const library = () => import('@spindle/mcp')

export const mcp = defineFeature({ name: 'mcp', needs: ['config', 'log', 'uploads'], make: mcpFeature })
