import pg from 'pg'
import { isBusy, isUnavailable } from '../postgres-errors.ts'

/**
 * Connections for the job library. It waits for nobody while it notes that a job is done or failed, and tries that again
 * only for a few codes: a connection lost at that moment would be a rejection nobody handles, which stops the hub. So
 * whatever means "not now" carries a code of those, and the job keeps its lease until the note is made.
 *
 * "never" stands for whatever node-postgres answers: its overloads, with callbacks and promises, pass through unchanged.
 */
export class JobPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: JobClient } as pg.PoolConfig)
  }

  override connect(...args: unknown[]): never {
    // The library tries a note again that met a lost connection, also after the hub has closed: then nobody waits for it, and
    // whoever starts next takes the job up.
    if (this.ending && args.length === 0) return new Promise(() => {}) as never
    return withRetriedCode(Reflect.apply(super.connect, this, args)) as never
  }
}

class JobClient extends pg.Client {
  override query(...args: unknown[]): never {
    return withRetriedCode(Reflect.apply(super.query, this, args)) as never
  }
}

/** Of those that the library tries again, the one for a server out of reach: first after 3 s, then ever later, for hours. */
const retriedCode = 'ETIMEDOUT'

/** With a callback there is no promise, and who passes one handles what fails. */
function withRetriedCode(result: unknown): unknown {
  if (!(result instanceof Promise)) return result
  return result.catch((error: unknown) => {
    throw isUnavailable(error) || isBusy(error) ? Object.assign(error as Error, { code: retriedCode }) : error
  })
}
