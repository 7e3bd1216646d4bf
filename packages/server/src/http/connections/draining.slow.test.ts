import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { bindDraining } from './draining.ts'

it('answers the request of a connection that is not accepted yet', async () => {
  const fastify = Fastify({ return503OnClosing: false })
  const draining = bindDraining(fastify)
  fastify.get('/', async () => 'served')
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const isConnected = new Int32Array(new SharedArrayBuffer(4))
  const { port } = fastify.server.address() as AddressInfo
  const client = new Worker(connectAndAsk, { eval: true, workerData: { port, isConnected } })
  const said = once(client, 'message')
  const ended = once(client, 'exit')
  await once(client, 'online')
  // Nothing is accepted while this thread waits here: the connection is the kernel's.
  expect(Atomics.wait(isConnected, 0, 0, 60_000)).not.toBe('timed-out')
  const stopped = draining.stopListening()
  expect((await said)[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*served$/i)
  await stopped
  await fastify.close()
  await ended
})

const connectAndAsk = `
const { connect } = require('node:net')
const { parentPort, workerData } = require('node:worker_threads')
let received = ''
const socket = connect(workerData.port, '127.0.0.1', () => {
  Atomics.store(workerData.isConnected, 0, 1)
  Atomics.notify(workerData.isConnected, 0)
  socket.write('GET / HTTP/1.1\\r\\nHost: hub\\r\\n\\r\\n')
})
socket.setEncoding('utf8')
socket.on('data', (chunk) => { received += chunk })
socket.on('error', (error) => parentPort.postMessage(error.code))
socket.on('close', () => parentPort.postMessage(received))
`
