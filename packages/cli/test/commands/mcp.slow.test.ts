import { fileURLToPath } from 'node:url'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { spawnSpindle, spawnWithOpenStdin } from '../harness/spawn-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** `spindle mcp` as the official clients start it: a separate process, the protocol on its pipes. */

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await startTestHub({ role: 'api' })
  key = await (await createTestAccount(hub)).key()
})

const home = makeFolder()
const self = { name: 'test', version: '1.0.0' }
const childOf = (args: readonly string[] = []) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('../../bin/spindle.mjs', import.meta.url)), 'mcp', ...args],
  env: { SPINDLE_URL: hub.url, SPINDLE_API_KEY: key, HOME: home },
  stderr: 'pipe' as const,
})
const lookUp = { name: 'get_account', arguments: {} }

describe('spindle mcp', () => {
  it('is a server of the newest revision to the client of the second generation', async () => {
    const client = new ClientV2(self, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new StdioV2(childOf()))
    expect(client.getServerVersion()).toMatchObject({ name: '127.0.0.1/spindle', websiteUrl: `${hub.url}/docs` })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['get_account', 'create_draft']))
    expect(names).not.toContain('submit_release')
    const { structuredContent } = await client.callTool(lookUp)
    expect(structuredContent).toMatchObject({
      hub: { baseUrl: hub.url },
      gate: { open: ['read', 'draft'], closed: ['submit'] },
    })
    await client.close()
  })

  it('is one to the client of the first generation, with the gate it is given', async () => {
    const transport = new StdioV1(childOf(['--gate', 'read']))
    const client = new ClientV1(self)
    // The types of that generation do not support exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0])
    expect((await client.callTool(lookUp)).structuredContent).toMatchObject({
      gate: { open: ['read'], closed: ['draft', 'submit'] },
    })
    const refused = await client.callTool({
      name: 'create_draft',
      arguments: { title: 'A', type: 'single', tracks: [] },
    })
    expect(refused).toMatchObject({ isError: true })
    expect(JSON.stringify(refused.content)).toContain('spindle mcp --gate draft')
    await client.close()
  })

  it('writes nothing but the protocol on stdout, and ends with its stdin', async () => {
    const asked = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: self,
      },
    }
    const { code, stdout, stderr } = await spawnSpindle(['mcp'], {
      hub,
      key,
      input: `no protocol\n${JSON.stringify(asked)}\n`,
    }).result
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([expect.objectContaining({ jsonrpc: '2.0', id: 1, result: expect.anything() })])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('ends on SIGTERM', async () => {
    const running = spawnWithOpenStdin(['mcp'], { hub, key })
    running.type(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })}\n`)
    await running.untilShown('"id":7')
    running.process.kill('SIGTERM')
    expect((await running.result).code).toBe(0)
  })

  it('does not start with an unknown gate, or without a key', async () => {
    expect(await runSpindle(['mcp', '--gate', 'all'], { hub, key })).toEqual({
      code: 2,
      stdout: '',
      stderr: '✖ --gate is "all"; take one of: read, draft, submit  [usage]\n',
    })
    expect(await runSpindle(['mcp'], { hub })).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('No API key is stored for the tools'),
    })
  })
})
