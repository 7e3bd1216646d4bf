import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { limits } from '@spindle/contract'
import { call, listAll } from '../harness/api-client.ts'
import type { Random } from '../harness/random.ts'
import { createTusUpload, patchTus } from '../harness/tus-client.ts'

/**
 * Requests of labels and properties at a steady rate, through any proxy, while fewer than `maxRunning` of them wait for
 * an answer. They are not repeated: every unexpected answer is a failure that a user would see. Acknowledged data is
 * verified at the end.
 */
export interface MixedLoad {
  answered(): number
  /** The failures so far. */
  failures(): readonly Failure[]
  /** When the newest of the acknowledged releases was requested. */
  lastWriteBegan(): number
  /** The longest wait for an answer since the last call. */
  takeLongestMs(): number
  /** Ends it; returns the failures, in words. */
  stop(): Promise<readonly string[]>
  /** Throws unless everything acknowledged exists, once and bit for bit. */
  verify(): Promise<void>
}

export interface LoadTarget {
  readonly url: string
  readonly key: string
  readonly integrationToken: string
  /** A master for releases. */
  readonly uploadId: string
  /** A track that is live at the property, and since when. */
  readonly trackId: string
  readonly liveAt: string
}

type Kind = 'verify' | 'discovery' | 'list' | 'create' | 'play' | 'upload'

export interface Failure {
  readonly kind: Kind
  /** By `performance.now()`. */
  readonly at: number
  readonly text: string
}

const releasesPath = '/api/v1/music-distributor/releases'
const partBytes = 65_536
const parts = 4
/** Clients have so many connections. On a machine that cannot keep the rate, requests would pile up without end. */
const maxRunning = 256

export function startMixedLoad(target: LoadTarget, perSecond: number, random: Random): MixedLoad {
  const { url, key, integrationToken, uploadId, trackId, liveAt } = target
  const failures: Failure[] = []
  const releases: string[] = []
  const plays: string[] = []
  const uploads: { readonly id: string; readonly sha256: string }[] = []
  const running = new Set<Promise<void>>()
  let answered = 0
  let lastWriteBegan = 0
  let longestMs = 0

  async function expectStatus(expected: number, ...request: Parameters<typeof call>) {
    const began = performance.now()
    const answer = await call(...request)
    longestMs = Math.max(longestMs, performance.now() - began)
    answered++
    if (answer.status !== expected) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }

  const kinds: Readonly<Record<Kind, () => Promise<unknown>>> = {
    verify: () => expectStatus(200, url, 'GET', '/api/integration/verify', { bearer: integrationToken }),
    discovery: () => expectStatus(200, url, 'GET', '/.well-known/oauth-protected-resource'),
    list: () => expectStatus(200, url, 'GET', `${releasesPath}?limit=5`, { key }),
    async create() {
      const title = `load-${random.word(16)}`
      const began = performance.now()
      const body = { title, type: 'single', tracks: [{ title: 'Song', uploadId }] }
      await expectStatus(201, url, 'POST', releasesPath, { key, headers: { 'idempotency-key': title }, body })
      releases.push(title)
      lastWriteBegan = Math.max(lastWriteBegan, began)
    },
    async play() {
      const id = random.word(20)
      const event = { id, trackId, at: liveAt }
      const { body } = await expectStatus(200, url, 'POST', '/api/integration/plays', {
        bearer: integrationToken,
        headers: { 'idempotency-key': id },
        body: [event],
      })
      // A hub that lost the answer of its database gets the play a second time, as from its property.
      if (body.accepted + body.duplicates !== 1) throw new Error(`a new play was not taken: ${JSON.stringify(body)}`)
      plays.push(id)
    },
    async upload() {
      const bytes = random.bytes(partBytes * parts)
      const { uploadId: id } = await createTusUpload(url, key, { size: bytes.length, idempotencyKey: random.word(16) })
      answered++
      for (let offset = 0; offset < bytes.length; offset += partBytes) {
        await patchTus(url, key, { uploadId: id, offset, bytes: bytes.subarray(offset, offset + partBytes) })
        answered++
      }
      uploads.push({ id, sha256: createHash('sha256').update(bytes).digest('hex') })
    },
  }
  const mix: readonly Kind[] = [
    ...times('verify', 30),
    ...times('discovery', 5),
    ...times('list', 35),
    ...times('create', 12),
    ...times('play', 15),
  ]

  const begin = (kind: Kind): void => {
    if (running.size >= maxRunning) return
    const request = kinds[kind]().then(
      () => {},
      (error: unknown) => void failures.push({ kind, at: performance.now(), text: inspect(error) }),
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
      if (body.sha256 !== sha256) throw new Error(`upload ${id} has different content: ${JSON.stringify(body)}`)
    }
    for (let from = 0; from < plays.length; from += limits.maxPlaysPerBatch) {
      const body = plays.slice(from, from + limits.maxPlaysPerBatch).map((id) => ({ id, trackId, at: liveAt }))
      const again = await call(url, 'POST', '/api/integration/plays', { bearer: integrationToken, body })
      if (again.body.accepted !== 0) throw new Error(`plays were lost: ${again.text}`)
    }
  }

  return {
    answered: () => answered,
    failures: () => failures,
    lastWriteBegan: () => lastWriteBegan,
    takeLongestMs() {
      const longest = longestMs
      longestMs = 0
      return longest
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
      return failures.map(({ kind, text }) => `${kind}: ${text}`)
    },
    verify,
  }
}

const times = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind)
