import { call, listAll } from '../../harness/api-client.ts'
import type { Random } from '../../harness/random.ts'
import { type Actor, createTouched, promised, type Target } from './actor.ts'

const path = '/api/v1/music-distributor/releases'

interface KnownRelease {
  readonly marker: string
  readonly idempotencyKey: string | undefined
  id?: string
  /** The last acknowledged title, and those whose PATCH was sent after it and not answered. */
  titles: string[]
  removal: 'none' | 'asked' | 'done'
}

/** Creates, changes and deletes drafts. */
export function createReleasesActor(random: Random, uploadId: string): Actor {
  const releases = createTouched<KnownRelease>(random)
  let acknowledged = 0

  async function create({ url, key }: Target, entry: KnownRelease): Promise<void> {
    const { status, body, text } = await call(url, 'POST', path, {
      key,
      body: { title: entry.titles[0], type: 'single', tracks: [{ title: 'Song', uploadId }] },
      ...(entry.idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': entry.idempotencyKey } }),
    })
    promised(status === 201, `creating ${entry.marker} answers 201`, text)
    releases.touch(entry).id = body.id
    acknowledged++
  }

  async function change({ url, key }: Target, entry: KnownRelease): Promise<void> {
    const title = `${entry.marker} ${random.word(8)}`
    releases.touch(entry).titles.push(title)
    const { status, text } = await call(url, 'PATCH', `${path}/${entry.id}`, { key, body: { title } })
    promised(status === 200, `changing ${entry.marker} answers 200`, text)
    entry.titles = [title]
    acknowledged++
  }

  async function remove({ url, key }: Target, entry: KnownRelease): Promise<void> {
    const wasAsked = entry.removal === 'asked'
    releases.touch(entry).removal = 'asked'
    const { status, text } = await call(url, 'DELETE', `${path}/${entry.id}`, { key })
    promised(status === 204 || (wasAsked && status === 404), `deleting ${entry.marker} answers 204`, text)
    entry.removal = 'done'
    acknowledged++
  }

  const unanswered = (): KnownRelease[] =>
    releases.all.filter(({ id, idempotencyKey }) => id === undefined && idempotencyKey !== undefined)
  const drafts = (): KnownRelease[] => releases.all.filter(({ id, removal }) => id !== undefined && removal === 'none')

  return {
    name: 'releases',
    acknowledged: () => acknowledged,
    async step(target) {
      const [pending] = unanswered()
      const known = drafts()
      if (pending) return create(target, pending)
      if (known.length > 2 && random.chance(0.3)) return change(target, random.pick(known))
      if (known.length > 2 && random.chance(0.15)) return remove(target, random.pick(known))
      const marker = `release-${random.word(16)}`
      const idempotencyKey = random.chance(0.7) ? random.word(24) : undefined
      return create(target, releases.add({ marker, idempotencyKey, titles: [`${marker} first`], removal: 'none' }))
    },
    async verifyRecent(target) {
      for (const entry of releases.takeSample(5)) await verify(target, entry)
    },
    async verifyAll(target) {
      for (const entry of unanswered()) await create(target, entry)
      for (const entry of releases.all) if (entry.removal === 'asked') await remove(target, entry)
      for (const entry of releases.all) await verify(target, entry)
      const listed: string[] = (await listAll(target.url, path, { key: target.key })).map(
        ({ title }) => title.split(' ')[0],
      )
      for (const { marker, id, removal } of releases.all) {
        const count = listed.filter((other) => other === marker).length
        const isKept =
          removal === 'done' ? count === 0 : id !== undefined && removal === 'none' ? count === 1 : count <= 1
        promised(
          isKept,
          `${marker} (removal ${removal}, ${id === undefined ? 'never answered' : 'acknowledged'}) is there once`,
          count,
        )
      }
    },
  }
}

async function verify({ url, key }: Target, { id, marker, titles, removal }: KnownRelease): Promise<void> {
  if (id === undefined || removal === 'asked') return
  const { status, body } = await call(url, 'GET', `${path}/${id}`, { key })
  if (removal === 'done') return promised(status === 404, `${marker} stays deleted`, status)
  promised(status === 200, `${marker} is there`, status)
  promised(titles.includes(body.title), `${marker} has its last title, one of ${titles.join(', ')}`, body.title)
}
