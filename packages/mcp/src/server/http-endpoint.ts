import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import { Spindle } from '@spindle/client'
import type { Gate } from '../agent-gate.ts'
import type { ToolContext } from '../definition/define-tool.ts'
import { tools } from '../tools.ts'
import { mcpServer } from './mcp-server.ts'
import { mcpIdentity } from './server-identity.ts'

/**
 * Streamable HTTP, without a session: every request gets its own server, which acts as its caller. Host, Origin
 * and the credential are checked by the code that mounts it, before `handle`.
 */

/** What an endpoint needs; `Caller` is what identifies callers where it is mounted. */
export interface McpEndpointOptions<Caller> {
  readonly baseUrl: string
  readonly gate: Gate
  /** A client that acts with the caller's credential. */
  readonly connect: (caller: Caller) => Spindle
  /** A token for the bytes of one upload, so that a shell needs no key; undefined for a caller who may not write. */
  readonly signUpload?: ((caller: Caller, uploadId: string) => string | undefined) | undefined
  /** Called with errors that the caller did not cause. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface McpEndpoint<Caller> {
  /** Answers one request. `body` is the parsed JSON; undefined if the request was not read yet. */
  handle(request: IncomingMessage, response: ServerResponse, body: unknown, caller: Caller): Promise<void>
  /** Ends what is under way. */
  close(): Promise<void>
}

export function mcpEndpoint<Caller>(options: McpEndpointOptions<Caller>): McpEndpoint<Caller> {
  const { baseUrl, gate, connect, signUpload = () => undefined, onError = () => {} } = options
  const identity = mcpIdentity(baseUrl)
  const howToOpen = (wanted: string): string => `the hub operator sets SPINDLE_MCP_GATE=${wanted} and restarts the hub.`
  // The library's own report is left out: it reports every message it refuses and quotes it. The caller gets the error
  // anyway.
  const handler = createMcpHandler(({ authInfo }) =>
    mcpServer({ ...callerOf(authInfo), tools, hasFiles: false, identity, baseUrl, gate, howToOpen, onError }),
  )
  const answer = toNodeHandler(handler, { onerror: onError })
  return {
    handle(request, response, body, caller) {
      const received = Object.assign(request as ReceivedMessage, {
        auth: authOf({ client: connect(caller), signUpload: (uploadId) => signUpload(caller, uploadId) }),
      })
      return answer(received, response, body)
    },
    close: () => handler.close(),
  }
}

/** A request that a server received has both. */
type ReceivedMessage = IncomingMessage & { readonly method: string; readonly url: string }

/** The one thing the library hands from a request to its server. The credential stays in the client. */
const authOf = (caller: ConnectedCaller): AuthInfo => ({ token: '', clientId: '', scopes: [], extra: { caller } })

type ConnectedCaller = Pick<ToolContext, 'client' | 'signUpload'>

function callerOf(auth: AuthInfo | undefined): ConnectedCaller {
  const caller = auth?.extra?.caller as ConnectedCaller | undefined
  if (caller?.client instanceof Spindle) return caller
  throw new Error('a request reached the tools without a caller')
}
