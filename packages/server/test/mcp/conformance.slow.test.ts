import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

/**
 * The conformance suite of the protocol, as far as it applies: the other scenarios test features that the hub does not
 * offer.
 */

const program = new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)
  .pathname

/** The suite has no credentials: its requests are forwarded unchanged, with a key. */
async function startKeyProxy(): Promise<{ url: string; serve(hub: TestHub, key: string): void }> {
  let target: { readonly hub: TestHub; readonly key: string } | undefined
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request
    const { hub, key } = target ?? { hub: { url: 'http://127.0.0.1:9' }, key: '' }
    const { hostname, port } = new URL(hub.url)
    const passed = httpRequest({ hostname, port, method, path: url, headers: { ...headers, 'x-api-key': key } })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  atEnd(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    serve(hub, key) {
      target = { hub, key }
    },
  }
}

describe('the conformance suite', () => {
  let url: string
  beforeAll(async () => {
    const proxy = await startKeyProxy()
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_CORS_ORIGINS: proxy.url } })
    proxy.serve(hub, await (await createTestAccount(hub)).key())
    url = `${proxy.url}/mcp`
  })

  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'passes the conformance scenario %s',
    async (scenario) => {
      const folder = await mkdtemp(join(tmpdir(), 'spindle-conformance-'))
      const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
        const args = [program, 'server', '--url', url, '--scenario', scenario, '-o', folder]
        execFile(process.execPath, args, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: stdout + stderr }),
        )
      })
      await rm(folder, { recursive: true })
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Passed: [1-9]\d*\/\d+, 0 failed/m),
      })
    },
  )
})
