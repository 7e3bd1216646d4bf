import { AppError } from '@spindle/contract'

/**
 * Thrown inside a transaction for work that must not hold one, such as running a program. The transaction is rolled back,
 * the work is done, and the transaction runs again from the start.
 */
export class DoFirst extends Error {
  readonly work: () => Promise<void>
  constructor(work: () => Promise<void>) {
    super('This transaction needs work that is done outside of it')
    this.name = 'DoFirst'
    this.work = work
  }
}

/** Meanwhile others may change what the work was for. */
const mostRounds = 3

export async function withWorkFirst<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 0; round < mostRounds; round++)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DoFirst)) throw error
      await error.work()
    }
  throw new AppError('overloaded', { retryAfterSeconds: 1 })
}
