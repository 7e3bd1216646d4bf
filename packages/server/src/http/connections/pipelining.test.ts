import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { limitPipelining } from './pipelining.ts'

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function openServer() {
  const begun: ServerResponse[] = []
  const waiting: (() => void)[] = []
  const server = createServer(
    limitPipelining((_request, response) => {
      begun.push(response)
      for (const wake of waiting.splice(0)) wake()
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const untilBegun = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const close = async (): Promise<void> => {
    socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { begun, socket, untilBegun, close }
}

it('works on two requests of a connection at a time and answers all of them in their order', async () => {
  const { begun, socket, untilBegun, close } = await openServer()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(request.repeat(6))
  await untilBegun(2)
  for (let index = 0; index < 6; index++) {
    // Nothing more has begun than the two, and one for each that was answered.
    expect(begun.length).toBeLessThanOrEqual(index + 2)
    await untilBegun(index + 1)
    begun[index]?.end(`answer ${index}`)
  }
  while (!received.includes('answer 5')) await once(socket, 'data')
  expect([...received.matchAll(/answer (\d)/g)].map(([, number]) => number)).toEqual(['0', '1', '2', '3', '4', '5'])
  await close()
})

it('cuts a connection that pipelines hundreds', async () => {
  const { begun, socket, close } = await openServer()
  socket.on('error', () => {})
  socket.write(request.repeat(300))
  await once(socket, 'close')
  expect(begun).toHaveLength(2)
  await close()
})
