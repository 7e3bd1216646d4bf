import { AppError } from '@spindle/contract'

/** Each waits for a server that may not answer: a few at a time, so that they do not use up connections and ports. */
const mostAtOnce = 4

/** Runs tests of connections. Throws `rate_limited` while too many of them run: a person would rather know than wait. */
export function testLimit(): <T>(test: () => Promise<T>) => Promise<T> {
  let running = 0
  return async (test) => {
    if (running >= mostAtOnce)
      throw new AppError('rate_limited', {
        detail: `The hub runs ${mostAtOnce} connection tests at a time. Try again when one of them has ended.`,
        retryAfterSeconds: 10,
      })
    running += 1
    try {
      return await test()
    } finally {
      running -= 1
    }
  }
}
