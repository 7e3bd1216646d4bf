import { EventEmitter } from 'node:events'
import type pg from 'pg'

/** What the job library does with a connection that it listens on. */
type OnConnection = (error: Error | undefined, client?: Listening, release?: () => void) => void

/**
 * One connection on which every lane of jobs listens. The library takes a connection for each runner, and all of them
 * would wait for the same notifications.
 */
export class SharedListening {
  readonly #open: () => Promise<pg.PoolClient>
  #current: Shared | undefined

  constructor(open: () => Promise<pg.PoolClient>) {
    this.#open = open
  }

  connect(callback: OnConnection): void {
    this.#current ??= this.#openShared()
    void this.#takePart(this.#current, callback)
  }

  async #takePart(shared: Shared, callback: OnConnection): Promise<void> {
    const client = await shared.client.catch((error: unknown) => error as Error)
    if (client instanceof Error) return callback(client)
    const listening = new Listening(client, shared)
    shared.users.add(listening)
    callback(undefined, listening, () => this.#release(shared, listening))
  }

  #openShared(): Shared {
    const shared: Shared = { client: this.#open(), users: new Set() }
    const forget = (): void => {
      if (this.#current === shared) this.#current = undefined
    }
    shared.client.then((client) => {
      client.on('notification', (message) => {
        for (const user of [...shared.users]) user.emit('notification', message)
      })
      client.on('error', (error) => {
        forget()
        // Each of them releases its part, and asks for a new connection.
        for (const user of [...shared.users]) user.emit('error', error)
      })
    }, forget)
    return shared
  }

  #release(shared: Shared, listening: Listening): void {
    if (!shared.users.delete(listening) || shared.users.size > 0) return
    if (this.#current === shared) this.#current = undefined
    // It still listens, so it does not return to the pool.
    void shared.client.then((client) => client.release(true))
  }
}

interface Shared {
  readonly client: Promise<pg.PoolClient>
  readonly users: Set<Listening>
  /** The first user's statement: all of them listen on the same channels. */
  listens?: Promise<unknown>
}

/** The part of one runner in the connection. */
class Listening extends EventEmitter {
  readonly #client: pg.PoolClient
  readonly #shared: Shared

  constructor(client: pg.PoolClient, shared: Shared) {
    super()
    this.#client = client
    this.#shared = shared
  }

  /** Runs `LISTEN` once, and no `UNLISTEN`: others may still listen, and the last release ends the connection. */
  async query(statement: string): Promise<void> {
    if (!statement.startsWith('LISTEN ')) return
    this.#shared.listens ??= this.#client.query(statement)
    await this.#shared.listens
  }
}
