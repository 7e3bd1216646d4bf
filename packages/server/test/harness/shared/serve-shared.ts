import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type SharedResources, type Started, starters } from './resources.ts'

/** Answers at a socket what `getShared` asks for; each thing is made once, when first asked for. */
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
    // Who asked may be gone by the time it is made.
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
