import { call, listAll } from '../../harness/api-client.ts'
import type { HubProcess } from '../../harness/hub-process.ts'
import type { Random } from '../../harness/random.ts'
import { promised } from '../kill/actor.ts'
import type { OpenAccount } from './open-account.ts'

/** Fifty requests per second, reads and writes; every answer is recorded. */
export interface Load {
  answered(): number
  /** True if a read and a write succeed now. */
  works(): Promise<boolean>
  /** Answers that should not have occurred. */
  stop(): Promise<{ readonly wrong: readonly string[]; readonly statuses: Readonly<Record<string, number>> }>
  /** Every acknowledged release exists once; the others at most once, and after a repetition exactly once. */
  verify(): Promise<void>
}

const path = '/api/v1/music-distributor/releases'
const everyMs = 20

export function startLoad(hub: HubProcess, owner: OpenAccount, random: Random): Load {
  const statuses: Record<string, number> = {}
  const wrong: string[] = []
  const running = new Set<Promise<void>>()
  const sent: { readonly title: string; id?: string }[] = []
  let answered = 0

  async function hear(
    what: string,
    request: () => Promise<Response>,
    isRight: (response: Response, text: string) => boolean,
  ): Promise<string | undefined> {
    try {
      const response = await request()
      const text = await response.text()
      answered++
      statuses[`${what} ${response.status}`] = (statuses[`${what} ${response.status}`] ?? 0) + 1
      if (isRight(response, text)) return text
      const isNotNow =
        response.status === 503 &&
        response.headers.get('retry-after') !== null &&
        text.includes('"database_unavailable"')
      if (!isNotNow || what === 'alive')
        wrong.push(
          `${what}: ${response.status} retry-after ${response.headers.get('retry-after')} ${text.slice(0, 300)}`,
        )
    } catch (error) {
      wrong.push(`${what}: ${(error as Error).message} ${String((error as Error).cause)}`)
    }
    return undefined
  }

  const read = (): Promise<unknown> =>
    hear(
      'read',
      () => fetch(`${hub.url}${path}?limit=5`, { headers: { 'x-api-key': owner.key } }),
      ({ status }) => status === 200,
    )

  async function write(entry: { readonly title: string; id?: string }): Promise<void> {
    const request = () =>
      fetch(`${hub.url}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': owner.key, 'content-type': 'application/json', 'idempotency-key': entry.title },
        body: JSON.stringify(releaseOf(entry.title, owner)),
      })
    const text = await hear('write', request, ({ status }) => status === 201)
    if (text !== undefined) entry.id = JSON.parse(text).id
  }

  const begin = (): Promise<unknown> => {
    if (random.chance(0.1))
      return hear(
        'alive',
        () => fetch(`${hub.url}/healthz`),
        ({ status }) => status === 200,
      )
    if (random.chance(0.6)) return read()
    const entry = { title: `load-${random.word(16)}` }
    sent.push(entry)
    return write(entry)
  }
  const timer = setInterval(() => {
    const request = begin().then(() => void running.delete(request))
    running.add(request)
  }, everyMs)

  return {
    answered: () => answered,
    async works() {
      const attempts = await Promise.all([
        fetch(`${hub.url}${path}?limit=1`, { headers: { 'x-api-key': owner.key } }),
        fetch(`${hub.url}${path}`, {
          method: 'POST',
          headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
          body: JSON.stringify(releaseOf('probe', owner)),
        }),
      ])
      for (const response of attempts) await response.arrayBuffer()
      return attempts.every(({ ok }) => ok)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return { wrong, statuses }
    },
    verify: () => verify(hub, owner, sent),
  }
}

const releaseOf = (title: string, { uploadId }: OpenAccount) => ({
  title,
  type: 'single',
  tracks: [{ title: 'Song', uploadId }],
})

async function verify(
  hub: HubProcess,
  owner: OpenAccount,
  sent: readonly { readonly title: string; id?: string }[],
): Promise<void> {
  const { key } = owner
  const before: { id: string; title: string }[] = await listAll(hub.url, path, { key })
  for (const { title, id } of sent) {
    const found = before.filter((release) => release.title === title)
    promised(
      id === undefined ? found.length <= 1 : found.length === 1 && found[0]?.id === id,
      `${title} is there once`,
      found,
    )
    const again = await call(hub.url, 'POST', path, {
      key,
      headers: { 'idempotency-key': title },
      body: releaseOf(title, owner),
    })
    const first = id ?? found[0]?.id
    promised(
      again.status === 201 && (first === undefined || again.body.id === first),
      `${title} repeated is the same release`,
      again.body,
    )
  }
  const after: { title: string }[] = await listAll(hub.url, path, { key })
  for (const { title } of sent)
    promised(after.filter((release) => release.title === title).length === 1, `${title} is there once in the end`)
}
