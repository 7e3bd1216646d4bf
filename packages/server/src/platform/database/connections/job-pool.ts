import pg from 'pg'
import { isBusy, isUnavailable } from '../postgres-errors.ts'
import { SharedListening } from './shared-listening.ts'

/**
 * Connections for the job library. The library records that a job is done or failed without awaiting the result, and
 * retries this only for a few error codes: a connection lost at that moment would be an unhandled rejection, which
 * stops the hub. So every error that means "not now" gets one of these codes, and the job keeps its lease until the
 * result is recorded.
 *
 * "never" is the type of whatever node-postgres returns: its overloads, with callbacks and promises, pass through
 * unchanged.
 */
export class JobPool extends pg.Pool {
  readonly #listening = new SharedListening(
    () => super.connect(),
    () => this.onJobs(),
  )
  /** Called when jobs were enqueued somewhere, while a runner listens. */
  onJobs: () => void = () => {}

  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: JobClient } as pg.PoolConfig)
  }

  override connect(...args: unknown[]): never {
    // After a lost connection the library retries the record even if the hub has closed. Nothing waits for it then; the
    // next hub process takes the job.
    if (this.ending && args.length === 0) return new Promise(() => {}) as never
    const [callback] = args
    // The library passes a callback only for a connection to listen on.
    if (typeof callback === 'function') return this.#listening.connect(callback as never) as never
    return withRetriedCode(Reflect.apply(super.connect, this, args)) as never
  }

  /** The base class would take a connection with a callback. */
  override query(...args: unknown[]): never {
    return this.#queryOnce(args) as never
  }

  async #queryOnce(args: unknown[]): Promise<unknown> {
    const client = await (this.connect() as Promise<pg.PoolClient>)
    try {
      const result: unknown = await Reflect.apply(client.query, client, args)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
}

class JobClient extends pg.Client {
  override query(...args: unknown[]): never {
    return withRetriedCode(Reflect.apply(super.query, this, args)) as never
  }
}

/**
 * One of the codes that the library retries, for an unreachable server: first after 3 s, then at longer intervals, for
 * hours.
 */
const retriedCode = 'ETIMEDOUT'

/** With a callback there is no promise, and the caller handles failures. */
function withRetriedCode(result: unknown): unknown {
  if (!(result instanceof Promise)) return result
  return result.catch((error: unknown) => {
    throw isUnavailable(error) || isBusy(error) ? Object.assign(error as Error, { code: retriedCode }) : error
  })
}
