import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP connection to the hub that fails where a test decides: by an orderly end, by a reset, or by silence. */
export interface FaultProxy {
  readonly port: number
  /** The next connection fails like this; later ones work again. Returns what will have passed on it. */
  breakNext(fault: Fault): Passage
  close(): Promise<void>
}

export interface Fault {
  /** Bytes that still pass, counted in the direction that breaks. */
  readonly afterBytes: number
  /** `up` is towards the hub. With an interrupted answer (`down`) the hub has received the whole request. */
  readonly direction: 'up' | 'down'
  /** `silence`: nothing passes any more, but for both sides the connection looks alive. */
  readonly how: 'end' | 'reset' | 'silence'
}

/** Bytes that have passed on one connection. */
export interface Passage {
  up: number
  down: number
}

export async function startFaultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let next: { readonly fault: Fault; readonly passage: Passage } | undefined
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const planned = next
    next = undefined
    const hub = connect({ ...target, allowHalfOpen: true })
    for (const socket of [client, hub]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
    }
    const passage = planned?.passage ?? { up: 0, down: 0 }
    const line = { client, hub, fault: planned?.fault, passage }
    forward(line, 'up')
    forward(line, 'down')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    breakNext(fault) {
      const passage = { up: 0, down: 0 }
      next = { fault, passage }
      return passage
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Line {
  readonly client: Socket
  readonly hub: Socket
  readonly fault: Fault | undefined
  readonly passage: Passage
}

function forward(line: Line, direction: 'up' | 'down'): void {
  const { fault, passage } = line
  const [from, to] = direction === 'up' ? [line.client, line.hub] : [line.hub, line.client]
  const breaksAt = fault?.direction === direction ? fault.afterBytes : Number.POSITIVE_INFINITY
  from.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, breaksAt - passage[direction]))
    passage[direction] += part.length
    if (part.length > 0 && !to.write(part)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
    if (part.length < chunk.length || passage[direction] >= breaksAt) breakLine(line, to)
  })
  from.on('end', () => to.end())
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}

/** Bytes that passed still arrive; then the fault happens. */
function breakLine({ client, hub, fault }: Line, to: Socket): void {
  for (const socket of [client, hub]) {
    socket.removeAllListeners('data')
    socket.removeAllListeners('end')
    socket.pause()
  }
  if (fault?.how === 'silence') return
  const cut = (): void => {
    for (const socket of [client, hub]) {
      if (fault?.how === 'reset') socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  // A reset drops what the kernel has not sent yet, so the last bytes are sent first.
  to.write('', cut)
}
