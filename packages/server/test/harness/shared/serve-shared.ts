import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type SharedResources, type Started, starters } from './resources.ts'

/** Answers the requests of `getShared` at a socket; each resource is created once, on the first request. */
export async function serveShared(path: string, folder: string): Promise<{ close(): Promise<void> }> {
  const started = new Map<string, Promise<Started<unknown>>>()
  const start = (name: string): Promise<Started<unknown>> => {
    const running = started.get(name) ?? starters[name as keyof SharedResources](folder)
    started.set(name, running)
    return running
  }
  const answer = async (socket: Socket): Promise<void> => {
    const name = await text(socket)
    const outcome = await start(name).then(
      ({ value }) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    socket.end(JSON.stringify(outcome))
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // The client may have disconnected before it is created.
    socket.on('error', () => {})
    answer(socket).catch((error: unknown) => socket.destroy(error as Error))
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    async close() {
      server.close()
      for (const running of started.values()) await running.then(({ stop }) => stop?.()).catch(() => {})
    },
  }
}
