import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

describe('a proxy that refuses', () => {
  beforeEach(() => {
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
      for (const one of [name, name.toUpperCase()]) vi.stubEnv(one, undefined)
  })
  afterEach(() => vi.unstubAllEnvs())

  /** Does the same with every request. */
  async function startBadProxy(act: (socket: Socket) => void) {
    const requests: string[] = []
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (head: Buffer) => {
        requests.push(head.toString('latin1').split('\r\n', 1)[0] ?? '')
        act(socket)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
  }
  const answers = (status: string) => (socket: Socket) =>
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>no</p>`,
    )
  const failureOf = (baseUrl: string, maxRetries = 0): Promise<unknown> =>
    new Spindle({ baseUrl, integrationToken: 'token', maxRetries }).integration.verify().then(
      () => undefined,
      (error: unknown) => error,
    )

  it.each<[string, (socket: Socket) => void, number | undefined, RegExp]>([
    ['asks for a password', answers('407 Proxy Authentication Required'), 407, /asks for a user name and a password$/],
    ['forbids the address', answers('403 Forbidden'), 403, /does not allow this connection \(it answered 403\)$/],
    ['cannot reach the hub', answers('502 Bad Gateway'), 502, /could not reach the hub \(it answered 502\)$/],
    ['is overloaded', answers('503 Service Unavailable'), 503, /could not reach the hub \(it answered 503\)$/],
    ['closes the connection', (socket) => socket.destroy(), undefined, /did not answer, or closed the connection/],
    [
      'closes the tunnel',
      (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
      undefined,
      /did not answer, or closed the connection/,
    ],
  ])('is named where it %s before a tunnel', async (_, act, proxyStatus, message) => {
    const { address } = await startBadProxy(act)
    vi.stubEnv('HTTPS_PROXY', `http://${address}`)
    const error = await failureOf('https://hub.corp.test')
    expect(error).toMatchObject({ name: 'ProxyError', code: 'connection_failed', proxy: address, proxyStatus })
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message.startsWith(`The proxy ${address} `)).toBe(true)
  })

  it.each([
    ['without a password', '', 'asks for a user name and a password'],
    ['with a wrong one', 'ada:secret@', 'refused the user name or password'],
  ])('is named where it wants another password for an http address: %s', async (_, user, what) => {
    const { address, requests } = await startBadProxy(answers('407 Proxy Authentication Required'))
    vi.stubEnv('HTTP_PROXY', `http://${user}${address}`)
    const error = await failureOf('http://hub.corp.test', 2)
    expect(error).toMatchObject({ name: 'ProxyError', message: `The proxy ${address} ${what}` })
    expect(requests).toEqual(['GET http://hub.corp.test/api/integration/verify HTTP/1.1'])
  })

  it('is named where it does not run, for both kinds of addresses', async () => {
    const closed = createTcpServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('ALL_PROXY', `http://127.0.0.1:${(closed.address() as AddressInfo).port}`)
    await new Promise((resolve) => closed.close(resolve))
    for (const hub of ['http://hub.corp.test', 'https://hub.corp.test'])
      expect(await failureOf(hub)).toMatchObject({
        name: 'ProxyError',
        message: expect.stringMatching(/^The proxy \S+ did not answer, or closed the connection \(.*ECONNREFUSED/),
      })
  })

  it('is asked twice at most where it closes each connection', async () => {
    const { address, requests } = await startBadProxy((socket) => socket.destroy())
    vi.stubEnv('HTTPS_PROXY', `http://${address}`)
    await failureOf('https://hub.corp.test')
    expect(requests.length).toBeLessThan(3)
  })

  it('is tried again where that may help, and not where it does not', async () => {
    const overloaded = await startBadProxy(answers('503 Service Unavailable'))
    vi.stubEnv('HTTPS_PROXY', `http://${overloaded.address}`)
    await failureOf('https://hub.corp.test', 1)
    expect(overloaded.requests).toHaveLength(2)
    const forbidding = await startBadProxy(answers('403 Forbidden'))
    vi.stubEnv('HTTPS_PROXY', `http://${forbidding.address}`)
    await failureOf('https://hub.corp.test', 1)
    expect(forbidding.requests).toHaveLength(1)
  })

  it('is not blamed for a call that its caller ended', async () => {
    const { address } = await startBadProxy(() => {})
    vi.stubEnv('HTTPS_PROXY', `http://${address}`)
    const signal = AbortSignal.timeout(50)
    await expect(environmentFetch('https://hub.corp.test', { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
