import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'
import { sharedHub } from '../harness/shared-hub.ts'

describe('connections', async () => {
  const { hub, url } = await sharedHub()

  it('are limited in number, size of the head, and time without progress', () => {
    expect(hub.http.fastify.server).toMatchObject({
      maxConnections: 10_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 72_000,
      timeout: 300_000,
    })
  })

  it('answer a second request when the body of the first was never read', async () => {
    const head = 'POST /api/agent/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'
    const received = await rawExchange(url, `${head}${'x'.repeat(100_000)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`, {
      isEnough: (text) => text.includes('"status":"ok"'),
    })
    expect(received).toContain('HTTP/1.1 501')
    expect(received).toContain('HTTP/1.1 200')
  })
})

describe('connections over the limit of an address', async () => {
  const { url } = await startTestHub({ role: 'api', environment: { SPINDLE_CONNECTIONS_PER_ADDRESS: '2' } })
  const { hostname, port } = new URL(url)
  const held = [connect(Number(port), hostname), connect(Number(port), hostname)]
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  afterAll(() => {
    for (const socket of held) socket.destroy()
  })

  it.each(['GET /healthz', 'GET /api/integration/verify', 'POST /api/agent/auth', 'GET /docs', 'OPTIONS *'])(
    'get the reason as an answer: %s',
    async (line) => {
      const received = await rawExchange(url, `${line} HTTP/1.1\r\nHost: x\r\n\r\n`)
      expect(received).toMatch(/^HTTP\/1\.1 503 /)
      expect(received).toContain('Your address has more than 2 open connections.')
    },
  )
})
