import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import type { Gate } from '../../src/index.ts'

/** Agents: the official clients of both generations, over HTTP and over pipes. */

export interface CallAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  readonly data: any
  readonly isError: boolean
  /** The texts of the answer. */
  readonly texts: readonly string[]
  /** As received. */
  readonly result: { readonly structuredContent?: unknown }
}

export interface Agent {
  readonly revision: string | undefined
  readonly serverInfo: unknown
  readonly instructions: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  tools(): Promise<readonly any[]>
  call(name: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<CallAnswer>
  close(): Promise<void>
}

/** `v2` uses the newest revision, `v2-2025` and `v1` begin with `initialize`. */
export const generations = ['v2', 'v2-2025', 'v1'] as const
export type Generation = (typeof generations)[number]

export type Line =
  | { readonly url: string; readonly key: string }
  | { readonly hubUrl: string; readonly key: string; readonly gate: Gate }

const self = { name: 'test', version: '1.0.0' }

export async function connectAgent(generation: Generation, line: Line): Promise<Agent> {
  const agent = await (generation === 'v1' ? connectV1(line) : connectV2(line, generation))
  atEnd(() => agent.close())
  return agent
}

const childOf = (line: Extract<Line, { hubUrl: string }>) => ({
  command: process.execPath,
  args: [new URL('stdio-child.ts', import.meta.url).pathname],
  env: { HUB_URL: line.hubUrl, HUB_KEY: line.key, HUB_GATE: line.gate, NODE_ENV: 'test' },
  stderr: 'ignore' as const,
})
const withKey = (key: string) => ({ requestInit: { headers: { 'x-api-key': key } } })

async function connectV2(line: Line, generation: 'v2' | 'v2-2025'): Promise<Agent> {
  const mode = generation === 'v2' ? { pin: '2026-07-28' } : 'legacy'
  const client = new ClientV2(self, { versionNegotiation: { mode } })
  await client.connect('url' in line ? new HttpV2(new URL(line.url), withKey(line.key)) : new StdioV2(childOf(line)))
  return {
    revision: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, signal) =>
      answerOf(await client.callTool({ name, arguments: input ?? {} }, signal ? { signal } : undefined)),
    close: () => client.close(),
  }
}

async function connectV1(line: Line): Promise<Agent> {
  const client = new ClientV1(self)
  const transport = 'url' in line ? new HttpV1(new URL(line.url), withKey(line.key)) : new StdioV1(childOf(line))
  // The types of that generation do not support exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    revision: 'protocolVersion' in transport ? transport.protocolVersion : undefined,
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, signal) =>
      answerOf(await client.callTool({ name, arguments: input ?? {} }, undefined, signal ? { signal } : undefined)),
    close: () => client.close(),
  }
}

function answerOf(result: { readonly [member: string]: unknown }): CallAnswer {
  const content = result.content as readonly { readonly type: string; readonly text: string }[]
  const texts = content.map(({ text }) => text)
  const isError = result.isError === true
  // Errors are only text: the official clients check structured content by the schema of the tool's answer.
  return { data: isError ? JSON.parse(texts[0] ?? '') : result.structuredContent, isError, texts, result }
}
