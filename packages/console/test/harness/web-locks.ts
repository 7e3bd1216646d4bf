/** The part of the Web Locks API that the console uses; the DOM of the tests has none. */

type Mode = 'exclusive' | 'shared'
type Work = (lock: Lock | null) => unknown

interface Options {
  readonly mode?: Mode
  readonly signal?: AbortSignal
  readonly ifAvailable?: boolean
}

interface Waiting {
  readonly name: string
  readonly mode: Mode
  readonly grant: () => void
}

export interface Locks {
  request(name: string, ...rest: [Work] | [Options, Work]): Promise<unknown>
  query(): Promise<{ readonly held: readonly { readonly name: string }[] }>
}

/** Locks of one browser. A shared lock is given to several, in the order of the requests. */
export function webLocks(): Locks {
  const held: Waiting[] = []
  const queue: Waiting[] = []
  const isFree = ({ name, mode }: Waiting, others: readonly Waiting[]): boolean =>
    others.every((other) => other.name !== name || (mode === 'shared' && other.mode === 'shared'))
  const serve = (): void => {
    for (const one of [...queue]) {
      const ahead = queue.slice(0, queue.indexOf(one))
      if (!isFree(one, [...held, ...ahead])) continue
      queue.splice(queue.indexOf(one), 1)
      held.push(one)
      one.grant()
    }
  }
  const wait = (name: string, { mode = 'exclusive', signal }: Options): Promise<Waiting> =>
    new Promise((resolve, reject) => {
      const one: Waiting = { name, mode, grant: () => resolve(one) }
      const leave = (): void => {
        if (!queue.includes(one)) return
        queue.splice(queue.indexOf(one), 1)
        reject(signal?.reason as Error)
      }
      queue.push(one)
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      serve()
    })
  return {
    async request(name, ...rest) {
      const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
      const { mode = 'exclusive', ifAvailable } = options
      if (ifAvailable && !isFree({ name, mode, grant: () => {} }, [...held, ...queue])) return work(null)
      const own = await wait(name, options)
      try {
        return await work({ name, mode })
      } finally {
        held.splice(held.indexOf(own), 1)
        serve()
      }
    },
    query: async () => ({ held: held.map(({ name }) => ({ name })) }),
  }
}
