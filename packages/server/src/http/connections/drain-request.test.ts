import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { drainRequestOnceAnswered } from './drain-request.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A server that answers before it has read anything, and cuts whoever goes on sending after `lingerMs`. */
async function startServer(lingerMs: number): Promise<() => Socket> {
  const server = createServer((request, response) => {
    drainRequestOnceAnswered(request, response, lingerMs)
    response.end('answer')
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    open.push(() => socket.destroy())
    return socket.setEncoding('latin1').on('error', () => {})
  }
}

const post = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

describe('dropRestOnceAnswered', () => {
  it('cuts who has the answer and never ends the body', async () => {
    const socket = (await startServer(50))()
    let received = ''
    socket.on('data', (text: string) => {
      received += text
    })
    socket.write(`${post(1_000_000)}x`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toContain('HTTP/1.1 200 OK')
  })

  it('keeps the connection of who ends the body in time', async () => {
    const socket = (await startServer(60_000))()
    let received = ''
    const answers = (count: number): Promise<void> =>
      new Promise((resolve) => {
        socket.on('data', (text: string) => {
          received += text
          if (received.split('HTTP/1.1 200 OK').length > count) resolve()
        })
      })
    const first = answers(1)
    socket.write(`${post(3)}a`)
    await first
    const second = answers(2)
    socket.write(`bc${post(0)}`)
    await second
    expect(socket.destroyed).toBe(false)
  })
})
