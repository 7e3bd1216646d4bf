import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

/** A client that sends all of its body before it reads, as most programs do, gets the answer on every connection. */
describe('an answer to a body that is still arriving', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    key = await (await createTestAccount(hub)).key()
  })

  const uploads = '/api/v1/distributor/uploads?filename=a.wav'
  const body = Buffer.alloc(6_000_000, 'x')

  const sendAll = (head: string): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(hub.url)
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.on('error', ({ message }) => resolve(message))
      socket.on('end', () => resolve(received))
      socket.write(head)
      socket.write(body, () =>
        socket.setEncoding('latin1').on('data', (text: string) => {
          received += text
          if (/\r\n\r\n\{[\s\S]*\}$/.test(received)) {
            socket.destroy()
            resolve(received)
          }
        }),
      )
    })

  const refusals: [string, string, string, string, number][] = [
    ['another type of file', uploads, 'application/octet-stream', 'KEY', 415],
    ['no key', uploads, 'audio/wav', '', 401],
    ['an unknown key', uploads, 'audio/wav', 'spn_wrong', 401],
    ['an unknown path', '/api/v1/nothing', 'audio/wav', 'KEY', 404],
    ['too long JSON', '/api/v1/music-distributor/releases', 'application/json', 'KEY', 413],
  ]
  const ways: [string, string, string][] = [
    ['HTTP/1.1', 'HTTP/1.1', ''],
    ['Connection: close', 'HTTP/1.1', 'Connection: close\r\n'],
    ['HTTP/1.0 as a bare proxy_pass of nginx sends it', 'HTTP/1.0', 'Connection: close\r\n'],
  ]
  it.each(ways.flatMap((way) => refusals.map((refusal) => [...way, ...refusal] as const)))(
    'reaches the client: %s, %s%s, %s',
    async (_way, version, connection, _what, path, type, credential, status) => {
      const keyHeader = credential === '' ? '' : `X-API-Key: ${credential.replace('KEY', key)}\r\n`
      const head = `POST ${path} ${version}\r\nHost: hub\r\n${connection}${keyHeader}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
      expect(await sendAll(head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\}$`))
    },
  )

  it('reaches the client when a chunked body of JSON grows too long', async () => {
    const head = `POST /api/v1/music-distributor/releases HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5b8d80\r\n`
    expect(await sendAll(head)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\}$/)
  })

  it('is 408 when a body of JSON does not arrive in 30 seconds', { timeout: 60_000 }, async () => {
    const { hostname, port } = new URL(hub.url)
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    socket.write(
      `POST /api/v1/music-distributor/releases HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
    let received = ''
    for await (const text of socket) received += String(text)
    expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error":"request_timeout"/)
    expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })
})
