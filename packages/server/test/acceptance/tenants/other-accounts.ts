import { operations } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { createRandom, type Random, seedFromEnvironment } from '../../harness/random.ts'
import { allShapes, type Shape } from './attempts.ts'
import { ask, findLeak, type Heard, normalise } from './compare.ts'
import { type Foreign, inventForeign, pickForeign } from './foreign.ts'
import { createWorld, type Inhabitant, properties, readEverything } from './world.ts'

/**
 * Requests for another account's data are answered exactly like those for something that never existed, and change
 * nothing.
 */

const seed = seedFromEnvironment()
const concurrency = 8

interface Meeting {
  readonly shape: Shape
  readonly own: Inhabitant
  readonly victim: Inhabitant
  readonly random: Random
}

/** Defines the tests with this many attempts on others' data. */
export function testOtherAccounts(attempts: number): void {
  describe('other accounts', () => {
    let hub: TestHub
    let inhabitants: readonly Inhabitant[]
    const shapes = allShapes(operations)
    beforeAll(async () => {
      const world = await createWorld(createRandom(seed).fork('world'))
      hub = world.hub
      inhabitants = world.inhabitants
    })

    const reference = new Map<string, Promise<string>>()

    /** The answer of this shape for something that never existed. */
    async function answerOfNothing(shape: Shape, own: Inhabitant, like: Foreign, random: Random): Promise<string> {
      const nothing = inventForeign(like, random)
      const heard = await ask(hub.url, shape.make(own, nothing))
      await forget(shape, own, heard)
      return normalise(heard, nothing)
    }

    async function forget(shape: Shape, own: Inhabitant, { headers }: Heard): Promise<void> {
      if (!shape.creates || headers.location === undefined) return
      const { pathname } = new URL(headers.location)
      await hub.json('DELETE', pathname, { key: own.key })
      await hub.json('DELETE', pathname.replace('/releases/', '/trash/'), { key: own.key })
    }

    // One draft of the intruder at a time: a second one with the same code would be a finding of its own.
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(shape: Shape, work: () => Promise<T>): Promise<T> => {
      if (!shape.creates) return work()
      const turn = last.then(work, work)
      last = turn
      return turn
    }

    async function attempt(number: number): Promise<string | undefined> {
      const random = createRandom(seed + number * 7919)
      // In turn, so that every shape is used with every account; the ids are random.
      const shape = shapes[number % shapes.length] as Shape
      const own = shape.creates ? (inhabitants.at(-1) as Inhabitant) : random.pick(inhabitants.slice(0, -1))
      const victim = random.pick(inhabitants.filter((other) => other !== own))
      return inTurn(shape, () => compare(number, { shape, own, victim, random }))
    }

    async function compare(number: number, { shape, own, victim, random }: Meeting): Promise<string | undefined> {
      const foreign = pickForeign(victim.things, random)
      const request = shape.make(own, foreign)
      const heard = await ask(hub.url, request)
      await forget(shape, own, heard)
      const leak = findLeak(
        heard,
        request,
        inhabitants.filter((other) => other !== own),
      )
      const step = `seed ${seed}, attempt ${number}, ${shape.name}: ${own.name} on ${victim.name}, ${request.method} ${request.path}`
      if (leak !== undefined) return `${step} shows ${leak}: ${heard.text.slice(0, 500)}`
      const cacheKey = `${shape.name} ${own.name}`
      const known = reference.get(cacheKey)
      const expected = known ?? answerOfNothing(shape, own, foreign, random)
      // Repeated from time to time, because a release of its own changes the answers to its own requests.
      if (!known) reference.set(cacheKey, expected)
      const actual = normalise(heard, foreign)
      if (actual === (await expected)) return undefined
      const fresh = await answerOfNothing(shape, own, foreign, random)
      reference.set(cacheKey, Promise.resolve(fresh))
      return actual === fresh
        ? undefined
        : `${step} tells it apart:\n  ${actual.slice(0, 900)}\n  ${fresh.slice(0, 900)}`
    }

    it(`are not reached in ${attempts} attempts (seed ${seed})`, { timeout: 240_000 + attempts * 100 }, async () => {
      const before = await Promise.all(inhabitants.map((each) => readEverything(hub, each)))
      const hits: string[] = []
      let next = 0
      const work = async (): Promise<void> => {
        while (next < attempts && hits.length < 20) {
          const hit = await attempt(next++)
          if (hit !== undefined) hits.push(hit)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      console.log(`tenants: seed ${seed}, ${next} attempts in ${shapes.length} shapes, ${hits.length} hits`)
      expect(hits.join('\n\n')).toBe('')
      const after = await Promise.all(inhabitants.map((each) => readEverything(hub, each)))
      expect(after).toEqual(before)
    })

    it('own things are reached by the same requests', async () => {
      const [own] = inhabitants as [Inhabitant]
      const mine = pickForeign(
        { ...own.things, rel: own.things.rel.slice(0, 1), upl: own.things.upl.slice(0, 1) },
        createRandom(seed),
      )
      const reads = shapes.filter(
        ({ name }) =>
          /^(getRelease|getUpload(?!Image)|getKey|getCatalogItem|getRecording|tus HEAD|HEAD)/.test(name) &&
          !name.includes('guess'),
      )
      for (const shape of reads) expect((await ask(hub.url, shape.make(own, mine))).status, shape.name).toBe(200)
      expect(reads.length).toBeGreaterThanOrEqual(6)
    })

    it('a property cannot distinguish what is live only at another property from what never existed', async () => {
      const { accountId } = (inhabitants[0] as Inhabitant).account
      const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-b'], title: 'Only at b' })
      const [trackId = ''] = trackIds
      const nobody = `${trackId.slice(0, -4)}0000`
      const audioOf = (token: string, id: string) =>
        hub.json('GET', `/api/integration/tracks/${id}/audio`, { bearer: token })
      const strip = ({ status, body }: { status: number; body: object }) => ({ status, ...body, requestId: undefined })
      expect(strip(await audioOf(properties['site-a'], trackId))).toEqual(
        strip(await audioOf(properties['site-a'], nobody)),
      )
      expect((await audioOf(properties['site-a'], trackId)).status).toBe(404)
      expect((await audioOf(properties['site-b'], trackId)).status).not.toBe(404)
      const play = (id: string) => ({ id: 'one-play', trackId: id, at: new Date().toISOString() })
      const report = async (id: string) =>
        (await hub.json('POST', '/api/integration/plays', { bearer: properties['site-a'], body: [play(id)] })).body
      expect(JSON.stringify(await report(trackId)).replaceAll(trackId, '')).toBe(
        JSON.stringify(await report(nobody)).replaceAll(nobody, ''),
      )
      const feedOf = async (token: string) =>
        JSON.stringify((await hub.json('GET', '/api/integration/feed?limit=1000', { bearer: token })).body)
      expect(await feedOf(properties['site-b'])).toContain(trackId)
      expect(await feedOf(properties['site-a'])).not.toContain(trackId)
    })

    it('what was taken down at one property is gone there and only there', async () => {
      for (const { things } of inhabitants) {
        const status = async (token: string) =>
          (
            await hub.json('GET', `/api/integration/tracks/${things.trk[2]}/audio`, {
              bearer: token,
              headers: { range: 'bytes=0-0' },
            })
          ).status
        expect(await status(properties['site-a'])).toBe(404)
        expect(await status(properties['site-b'])).toBe(206)
      }
    })
  })
}
