import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { call, listAll } from '../harness/api-client.ts'
import type { Random } from '../harness/random.ts'
import { createTusUpload, patchTus } from '../harness/tus-client.ts'

/**
 * What labels and properties ask of a hub at a steady rate, through whatever stands in front of it. Nothing is repeated:
 * every answer but the expected one is a failure that somebody saw. What was acknowledged is looked for at the end.
 */
export interface MixedLoad {
  answered(): number
  /** Ends it; answers what went wrong, in words. */
  stop(): Promise<readonly string[]>
  /** Throws unless everything acknowledged is there, once and bit for bit. */
  verify(): Promise<void>
}

export interface LoadTarget {
  readonly url: string
  readonly key: string
  readonly integrationToken: string
  /** A master that releases can refer to. */
  readonly uploadId: string
  /** A track that is live at the property, and since when. */
  readonly trackId: string
  readonly liveAt: string
}

type Kind = 'verify' | 'list' | 'create' | 'play' | 'upload'

const releasesPath = '/api/v1/music-distributor/releases'
const partBytes = 65_536
const parts = 4

export function startMixedLoad(target: LoadTarget, perSecond: number, random: Random): MixedLoad {
  const { url, key, integrationToken, uploadId, trackId, liveAt } = target
  const wrong: string[] = []
  const releases: string[] = []
  const plays: string[] = []
  const uploads: { readonly id: string; readonly sha256: string }[] = []
  const running = new Set<Promise<void>>()
  let answered = 0

  async function expectStatus(expected: number, ...request: Parameters<typeof call>) {
    const answer = await call(...request)
    answered++
    if (answer.status !== expected) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }

  const kinds: Readonly<Record<Kind, () => Promise<unknown>>> = {
    verify: () => expectStatus(200, url, 'GET', '/api/integration/verify', { bearer: integrationToken }),
    list: () => expectStatus(200, url, 'GET', `${releasesPath}?limit=5`, { key }),
    async create() {
      const title = `load-${random.word(16)}`
      const body = { title, type: 'single', tracks: [{ title: 'Song', uploadId }] }
      await expectStatus(201, url, 'POST', releasesPath, { key, headers: { 'idempotency-key': title }, body })
      releases.push(title)
    },
    async play() {
      const id = random.word(20)
      const event = { id, trackId, at: liveAt }
      const { body } = await expectStatus(200, url, 'POST', '/api/integration/plays', {
        bearer: integrationToken,
        headers: { 'idempotency-key': id },
        body: [event],
      })
      if (body.accepted !== 1) throw new Error(`a new play was not accepted: ${JSON.stringify(body)}`)
      plays.push(id)
    },
    async upload() {
      const bytes = random.bytes(partBytes * parts)
      const { uploadId: id } = await createTusUpload(url, key, { size: bytes.length })
      answered++
      for (let offset = 0; offset < bytes.length; offset += partBytes) {
        await patchTus(url, key, { uploadId: id, offset, bytes: bytes.subarray(offset, offset + partBytes) })
        answered++
      }
      uploads.push({ id, sha256: createHash('sha256').update(bytes).digest('hex') })
    },
  }
  const mix: readonly Kind[] = [
    ...times('verify', 35),
    ...times('list', 35),
    ...times('create', 12),
    ...times('play', 15),
  ]

  const begin = (kind: Kind): void => {
    const request = kinds[kind]().then(
      () => {},
      (error: unknown) => void wrong.push(`${kind}: ${inspect(error)}`),
    )
    running.add(request)
    void request.then(() => running.delete(request))
  }
  const timers = [
    setInterval(() => begin(random.pick(mix)), 1_000 / perSecond),
    setInterval(() => begin('upload'), 1_000),
  ]

  async function verify(): Promise<void> {
    const listed = (await listAll(url, releasesPath, { key })).map(({ title }) => title)
    for (const title of releases)
      if (listed.filter((other) => other === title).length !== 1) throw new Error(`${title} is not there once`)
    for (const { id, sha256 } of uploads) {
      const { body } = await call(url, 'GET', `/api/v1/distributor/uploads/${id}`, { key })
      if (body.sha256 !== sha256) throw new Error(`upload ${id} has other bytes: ${JSON.stringify(body)}`)
    }
    if (plays.length === 0) return
    const body = plays.map((id) => ({ id, trackId, at: liveAt }))
    const again = await call(url, 'POST', '/api/integration/plays', { bearer: integrationToken, body })
    if (again.body.accepted !== 0) throw new Error(`plays were lost: ${again.text}`)
  }

  return {
    answered: () => answered,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
      return wrong
    },
    verify,
  }
}

const times = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind)
