import { describe, expect, it } from 'vitest'
import { startTestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'

describe('connections', async () => {
  const { hub, url } = await startTestHub({ role: 'api' })

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
