import { EventEmitter } from 'node:events'
import type pg from 'pg'

/** What the job library does with a connection that it listens on. */
type OnConnection = (error: Error | undefined, client?: Listening, release?: () => void) => void

/** The channel of notifications about new jobs. */
const newJobs = 'jobs:insert'

/**
 * One connection on which every lane of jobs listens. The library takes a connection for each runner, and all of them
 * would wait for the same notifications. Those of new jobs go to `onJobs` and not to the runners, each of which would
 * look for a job in its lane.
 */
export class SharedListening {
  readonly #open: () => Promise<pg.PoolClient>
  readonly #onJobs: () => void
  #current: Shared | undefined

  /** `onJobs` is also called when listening begins: jobs may have come before. */
  constructor(open: () => Promise<pg.PoolClient>, onJobs: () => void) {
    this.#open = open
    this.#onJobs = onJobs
  }

  connect(callback: OnConnection): void {
    this.#current ??= this.#openShared()
    void this.#takePart(this.#current, callback)
  }

  async #takePart(shared: Shared, callback: OnConnection): Promise<void> {
    const listening = new Listening(shared)
    // Before the connection is open: until then another runner may stop, and must not end it.
    shared.users.add(listening)
    const failure = await shared.client.then(
      () => undefined,
      (error: Error) => error,
    )
    if (failure) return callback(failure)
    callback(undefined, listening, () => this.#release(shared, listening))
  }

  #openShared(): Shared {
    const shared: Shared = { client: this.#open(), users: new Set(), onListening: this.#onJobs }
    const forget = (): void => {
      if (this.#current === shared) this.#current = undefined
    }
    shared.client.then((client) => {
      client.on('notification', (message) => {
        if (message.channel === newJobs) return this.#onJobs()
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
  readonly onListening: () => void
}

/** The part of one runner in the connection. */
class Listening extends EventEmitter {
  readonly #shared: Shared

  constructor(shared: Shared) {
    super()
    this.#shared = shared
  }

  /** Runs `LISTEN` once, and no `UNLISTEN`: others may still listen, and the last release ends the connection. */
  async query(statement: string): Promise<void> {
    if (!statement.startsWith('LISTEN ')) return
    const { client, onListening } = this.#shared
    this.#shared.listens ??= client.then((open) => open.query(statement)).then(onListening)
    await this.#shared.listens
  }
}
