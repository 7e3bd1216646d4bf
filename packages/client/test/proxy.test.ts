import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Spindle } from '../src/index.ts'
import { environmentFetch } from '../src/node.ts'

/** A proxy that records what it is asked for; it answers requests itself, and leads tunnels to `tunnelTo`. */
async function startProxy(): Promise<{ readonly url: string; readonly seen: string[]; close(): void }> {
  const seen: string[] = []
  const note = ({ method, url, headers }: IncomingMessage): void => {
    seen.push(`${method} ${url} ${headers['proxy-authorization'] ?? '-'}`)
  }
  const server = createServer((request, response) => {
    note(request)
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, size })),
    )
  })
  server.on('connect', (request, socket) => {
    note(request)
    const { port } = server.address() as AddressInfo
    const inner = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    inner.pipe(socket).pipe(inner)
    for (const one of [inner, socket]) one.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

describe('the SDK in Node', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  beforeEach(async () => {
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
      for (const one of [name, name.toUpperCase()]) vi.stubEnv(one, undefined)
    proxy = await startProxy()
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    proxy.close()
  })

  const verify = (baseUrl: string) =>
    new Spindle({ baseUrl, integrationToken: 'token', maxRetries: 0 }).integration.verify()

  it('sends requests to an http address by way of the proxy, without a tunnel', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${proxy.url}`)
    expect(await verify('http://hub.corp.test')).toMatchObject({ ok: true })
    expect(proxy.seen).toEqual(['GET http://hub.corp.test/api/integration/verify -'])
  })

  it.each([
    ['ada:s%40cret', 'Basic YWRhOnNAY3JldA=='],
    ['ada', 'Basic YWRhOg=='],
    ['ada:100%', 'Basic YWRhOjEwMCU='],
  ])('authenticates at the proxy as %s', async (user, header) => {
    vi.stubEnv('http_proxy', `http://${user}@${proxy.url}`)
    await verify('http://hub.corp.test')
    expect(proxy.seen).toEqual([`GET http://hub.corp.test/api/integration/verify ${header}`])
  })

  it('opens a tunnel to an https address', async () => {
    vi.stubEnv('HTTPS_PROXY', `http://ada:secret@${proxy.url}`)
    // What answers in the tunnel does not speak TLS.
    await expect(verify('https://hub.corp.test')).rejects.toMatchObject({ code: 'connection_failed' })
    expect(proxy.seen).toEqual(['CONNECT hub.corp.test:443 Basic YWRhOnNlY3JldA=='])
  })

  it('streams a body by way of the proxy', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${proxy.url}`)
    const body = new Blob(['x'.repeat(200_000)]).stream()
    const init = { method: 'POST', body, duplex: 'half' } as const
    const response = await environmentFetch('http://hub.corp.test/upload', init)
    expect(await response.json()).toEqual({ ok: true, size: 200_000 })
  })

  it('reaches what NO_PROXY names directly', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${proxy.url}`)
    vi.stubEnv('NO_PROXY', '.invalid')
    await expect(verify('http://hub.invalid')).rejects.toMatchObject({ code: 'connection_failed' })
    expect(proxy.seen).toEqual([])
  })

  it('has an error that names the variable, without its password', async () => {
    vi.stubEnv('HTTP_PROXY', 'ftp://ada:secret@proxy')
    await expect(verify('http://hub.corp.test')).rejects.toThrow(
      /HTTP_PROXY is not the address of a proxy\. Set it to http:\/\/host:port or https:\/\/host:port$/,
    )
  })
})
