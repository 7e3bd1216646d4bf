import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { Spindle } from '@spindle/client'
import type { Gate } from '../agent-gate.ts'
import { localTools, tools } from '../tools.ts'
import { mcpServer } from './mcp-server.ts'
import { mcpIdentity } from './server-identity.ts'

/** One agent at the other end of two pipes. Nothing but the protocol goes to the output. */
export interface StdioOptions {
  readonly client: Spindle
  readonly baseUrl: string
  readonly gate: Gate
  /** Default: those of the process. */
  readonly input?: Readable | undefined
  readonly output?: Writable | undefined
  /** Ends the conversation. */
  readonly signal?: AbortSignal | undefined
  /** Called with errors that the agent did not cause; default: ignored. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** It runs on the agent's machine, with access to the files. */
const fixed = { tools: [...tools, ...localTools], hasFiles: true }

/** Serves until the input ends, or the signal aborts. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { client, baseUrl, gate, input = process.stdin, output = process.stdout, signal, onError = () => {} } = options
  const identity = mcpIdentity(baseUrl)
  const howToOpen = (wanted: string): string =>
    `the person who starts this server adds --gate ${wanted} (spindle mcp --gate ${wanted}).`
  const transport = new StdioServerTransport(input, output)
  const handle = serve(() => mcpServer({ ...fixed, identity, client, baseUrl, gate, howToOpen, onError }), {
    transport,
    onerror: onError,
  })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    resolve()
  }
  const stop = (): void => void handle.close()
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  await closed
  signal?.removeEventListener('abort', stop)
}
