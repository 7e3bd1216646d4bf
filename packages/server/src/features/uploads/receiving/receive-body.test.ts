import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { receiveBody } from './receive-body.ts'

const server = createServer()
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => server.close())

/** An incomplete request, as the server sees it. */
async function openRequest(head: string, body: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`)
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  return { socket, request }
}

const collect = () => {
  const chunks: Buffer[] = []
  return {
    receiver: { push: (chunk: Buffer) => void chunks.push(Buffer.from(chunk)), room: () => undefined },
    text: () => Buffer.concat(chunks).toString(),
  }
}

const options = {
  maxBytes: 100,
  declaredBytes: undefined,
  signal: new AbortController().signal,
  minBytesPerSecond: 0,
  rateWindowMs: 60_000,
}

describe('receive', () => {
  it('distinguishes a complete body from a lost connection', async () => {
    const whole = await openRequest('Content-Length: 5', 'hello')
    const { receiver, text } = collect()
    expect(await receiveBody(whole.request, receiver, options)).toBe('complete')
    expect(text()).toBe('hello')
    whole.socket.destroy()

    for (const [head, body] of [
      ['Content-Length: 6', 'hello'],
      ['Transfer-Encoding: chunked', '5\r\nhello\r\n'],
    ] as const) {
      const cut = await openRequest(head, body)
      const collected = collect()
      const push = (chunk: Buffer): void => {
        collected.receiver.push(chunk)
        cut.socket.destroy()
      }
      const reception = receiveBody(cut.request, { ...collected.receiver, push }, options)
      expect(await reception).toBe('cut')
      expect(collected.text()).toBe('hello')
    }
  })

  it('does not take an end of the stream for the end of the body', async () => {
    const stream = (complete: boolean) => Object.assign(Readable.from([Buffer.from('hello')]), { complete })
    const ask = (complete: boolean, declaredBytes?: number) =>
      receiveBody(stream(complete) as unknown as IncomingMessage, collect().receiver, { ...options, declaredBytes })
    expect(await ask(true, 5)).toBe('complete')
    expect(await ask(false)).toBe('cut')
    expect(await ask(true, 6)).toBe('cut')
  })

  it('detects a connection that was lost before the body was read', async () => {
    const { socket, request } = await openRequest('Content-Length: 6', '')
    socket.destroy()
    await once(request, 'close').catch(() => {})
    expect(await receiveBody(request, collect().receiver, options)).toBe('cut')
  })

  it('takes nothing of the chunk that is too much', async () => {
    const { socket, request } = await openRequest('Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n')
    const { receiver, text } = collect()
    await expect(receiveBody(request, receiver, { ...options, maxBytes: 4 })).rejects.toMatchObject({
      code: 'upload_too_large',
    })
    expect(text()).toBe('')
    socket.destroy()
  })

  it('stops a stalled sender, but not one that is slow and steady', async () => {
    const slow = { ...options, minBytesPerSecond: 10, rateWindowMs: 200 }
    const idle = await openRequest('Content-Length: 50', 'a')
    await expect(receiveBody(idle.request, collect().receiver, slow)).rejects.toMatchObject({ code: 'request_timeout' })
    idle.socket.destroy()

    const steady = await openRequest('Content-Length: 50', '')
    const sending = setInterval(() => steady.socket.write('ab'), 40)
    const { receiver, text } = collect()
    expect(await receiveBody(steady.request, receiver, slow)).toBe('complete')
    expect(text()).toBe('ab'.repeat(25))
    clearInterval(sending)
    steady.socket.destroy()
  })

  it('waits for room without counting that time against the sender', async () => {
    const { socket, request } = await openRequest('Content-Length: 4', 'ab')
    const { receiver, text } = collect()
    let finish: () => void = () => {}
    let asked = 0
    const room = (): Promise<void> | undefined => {
      asked += 1
      return asked === 1 ? new Promise((resolve) => (finish = resolve)) : undefined
    }
    const reception = receiveBody(
      request,
      { ...receiver, room },
      { ...options, minBytesPerSecond: 1_000, rateWindowMs: 300 },
    )
    const stillWaiting = await Promise.race([
      reception,
      new Promise((resolve) => setTimeout(resolve, 1_000, 'waiting')),
    ])
    expect(stillWaiting).toBe('waiting')
    socket.write('cd')
    finish()
    expect(await reception).toBe('complete')
    expect(text()).toBe('abcd')
    socket.destroy()
  })

  it('keeps a connection that is silent because of backpressure, and ends one whose sender is silent', async () => {
    const receive = async (room: () => Promise<void> | undefined) => {
      const { socket, request } = await openRequest('Content-Length: 4', 'ab')
      const { receiver, text } = collect()
      const reception = receiveBody(request, { ...receiver, room }, options)
      await vi.waitFor(() => expect(text()).toBe('ab'), { timeout: 20_000 })
      request.socket.setTimeout(50)
      return { socket, request, reception, text }
    }
    const silent = await receive(() => undefined)
    expect(await silent.reception).toBe('cut')

    const { promise, resolve } = Promise.withResolvers<void>()
    const { socket, request, reception, text } = await receive(() => promise)
    for (let timeout = 0; timeout < 3; timeout++) await once(request, 'timeout')
    expect(request.destroyed).toBe(false)
    request.socket.setTimeout(0)
    socket.write('cd')
    resolve()
    expect(await reception).toBe('complete')
    expect(text()).toBe('abcd')
    socket.destroy()
  })

  it('stops when it is aborted, with the reason', async () => {
    const { socket, request } = await openRequest('Content-Length: 4', 'ab')
    const controller = new AbortController()
    const reception = receiveBody(request, collect().receiver, { ...options, signal: controller.signal })
    controller.abort(new Error('taken over'))
    await expect(reception).rejects.toThrow('taken over')
    socket.destroy()
  })
})
