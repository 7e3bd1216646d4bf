import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { answerClientError } from './client-error.ts'
import { drainOnceAnswered, type LingerLimits, lingerOnClose } from './lingering-close.ts'

const patient = { ms: 60_000, bytes: 10_000_000 }

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

interface Started {
  readonly dial: () => Socket
  /** The first connection of the server, once it is closed. */
  readonly closed: Promise<Socket>
  readonly paths: string[]
}

/** A server that answers before it has read anything. */
async function startServer(limits: LingerLimits, prepare = (_: ServerResponse): void => {}): Promise<Started> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    drainOnceAnswered(request, response, limits)
    prepare(response)
    response.end('answer')
  })
  lingerOnClose(server, limits)
  server.on('clientError', (error, socket: Socket) =>
    answerClientError({ error, socket, publicUrl: 'http://hub', requestId: 'req_1', linger: limits }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  const closed = once(server, 'connection').then(async ([socket]: Socket[]) => {
    if (!socket) throw new Error('no connection')
    await once(socket, 'close')
    return socket
  })
  return { dial: () => dial(server), closed, paths }
}

function dial(server: Server): Socket {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  open.push(() => socket.destroy())
  return socket.setEncoding('latin1').on('error', () => {})
}

const post = (length: number, headers = ''): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${headers}\r\n`

const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let received = ''
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('end', () => resolve(received))
  })

describe('a connection that ends with an answer to an unfinished request', () => {
  const body = 'x'.repeat(300_000)

  it.each<[string, string, ((response: ServerResponse) => void)?]>([
    ['HTTP/1.1 with Connection: close', post(body.length, 'Connection: close\r\n')],
    ['HTTP/1.0', post(body.length).replace('HTTP/1.1', 'HTTP/1.0')],
    [
      'a chunked body with Connection: close',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n493e0\r\n',
    ],
    ['the answer of the server', post(body.length), (response) => response.setHeader('connection', 'close')],
  ])('is half-closed and read to the end of the body: %s', async (_, head, prepare) => {
    const server = await startServer(patient, prepare)
    const socket = server.dial()
    const received = readToEnd(socket)
    socket.write(head)
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*answer/)
    socket.end(body)
    expect((await server.closed).bytesRead).toBe(head.length + body.length)
  })

  it.each([
    ['more headers than the server reads', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
    ['bytes that are not HTTP', 'not HTTP at all\r\n\r\n', '400'],
  ])('is half-closed and read to the end: %s', async (_, head, status) => {
    const server = await startServer(patient)
    const socket = server.dial()
    const received = readToEnd(socket)
    socket.write(head)
    expect(await received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    socket.end(body)
    expect((await server.closed).bytesRead).toBe(head.length + body.length)
  })

  it('is closed after the linger time when the client neither sends nor closes', async () => {
    const server = await startServer({ ms: 50, bytes: 10_000_000 })
    const socket = server.dial()
    const received = readToEnd(socket)
    socket.write(post(1_000_000, 'Connection: close\r\n'))
    expect(await received).toContain('HTTP/1.1 200 OK')
    await server.closed
  })

  it('is closed after the linger bytes when the client does not stop sending', async () => {
    const server = await startServer({ ms: 60_000, bytes: 1_000 })
    const socket = server.dial()
    const received = readToEnd(socket)
    socket.write(post(1_000_000, 'Connection: close\r\n'))
    expect(await received).toContain('HTTP/1.1 200 OK')
    socket.write('x'.repeat(1_001))
    await server.closed
  })

  it('takes no further request', async () => {
    const server = await startServer(patient, (response) => response.setHeader('connection', 'close'))
    const socket = server.dial()
    const received = readToEnd(socket)
    socket.write(post(3))
    await received
    socket.end('abcGET /second HTTP/1.1\r\nHost: x\r\n\r\n')
    await server.closed
    expect(server.paths).toEqual(['/'])
  })
})

describe('a connection that is kept after an answer to an unfinished request', () => {
  it.each([
    ['time', { ms: 50, bytes: 10_000_000 }, 'x'],
    ['bytes', { ms: 60_000, bytes: 1_000 }, 'x'.repeat(1_001)],
  ])('is closed after the linger %s', async (_, limits, sent) => {
    const server = await startServer(limits)
    const socket = server.dial()
    socket.resume()
    socket.write(`${post(1_000_000)}${sent}`)
    await server.closed
  })

  it('serves the next request when the body ends in time', async () => {
    const server = await startServer(patient)
    const socket = server.dial()
    let received = ''
    socket.on('data', (text: string) => {
      received += text
    })
    const answers = async (count: number): Promise<void> => {
      while (received.split('HTTP/1.1 200 OK').length <= count) await once(socket, 'data')
    }
    socket.write(`${post(3)}a`)
    await answers(1)
    socket.write(`bc${post(0)}`)
    await answers(2)
    expect(socket.destroyed).toBe(false)
  })
})

it('closes at once when the request was complete', async () => {
  const server = await startServer(patient)
  const socket = server.dial()
  const received = readToEnd(socket)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await received).toContain('HTTP/1.1 200 OK')
  await server.closed
})
