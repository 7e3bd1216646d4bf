import { call } from '../../harness/api-client.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Random } from '../../harness/random.ts'
import { type Actor, createTouched, promised, type Target } from './actor.ts'

interface Batch {
  readonly events: readonly object[]
  isAcknowledged: boolean
}

export interface LiveTrack {
  readonly trackId: string
  readonly liveAt: string
}

/** Reports plays of one live track. An accepted play is never accepted again, and the sum is exact. */
export function createPlaysActor(random: Random, { trackId, liveAt }: LiveTrack): Actor {
  const batches = createTouched<Batch>(random)
  let acknowledged = 0

  async function report(
    { url, integrationToken }: Target,
    { events }: Batch,
  ): Promise<{ accepted: number; duplicates: number }> {
    const { status, body, text } = await call(url, 'POST', '/api/integration/plays', {
      bearer: integrationToken,
      body: events,
    })
    promised(status === 200 && body.refused.length === 0, 'a batch of plays is accepted', text)
    promised(body.accepted + body.duplicates === events.length, 'every event is accounted for', body)
    return body
  }

  async function send(target: Target, batch: Batch): Promise<void> {
    await report(target, batch)
    batches.touch(batch).isAcknowledged = true
    acknowledged++
  }

  async function verify(target: Target, batch: Batch): Promise<void> {
    if (!batch.isAcknowledged) return
    const { accepted } = await report(target, batch)
    promised(accepted === 0, 'an accepted batch is a duplicate from then on', accepted)
  }

  const unanswered = (): Batch[] => batches.all.filter(({ isAcknowledged }) => !isAcknowledged)

  return {
    name: 'plays',
    acknowledged: () => acknowledged,
    async step(target) {
      const [pending] = unanswered()
      if (pending) return send(target, pending)
      const events = Array.from({ length: random.integer(1, 60) }, () => ({
        id: random.word(20),
        trackId,
        at: liveAt,
      }))
      return send(target, batches.add({ events, isAcknowledged: false }))
    },
    async verifyRecent(target) {
      for (const batch of batches.takeSample(3)) await verify(target, batch)
    },
    async verifyAll(target) {
      for (const batch of unanswered()) await send(target, batch)
      for (const batch of batches.all) await verify(target, batch)
      const total = batches.all.reduce((sum, { events }) => sum + events.length, 0)
      await eventually(
        () =>
          countStreams(target, trackId, liveAt.slice(0, 10)).then((count) => {
            promised(count <= total, `no play counts twice: ${total}`, count)
            return count === total || undefined
          }),
        { what: `${total} plays in the analytics`, intervalMs: 100 },
      )
    },
  }
}

async function countStreams({ url, key }: Target, trackId: string, day: string): Promise<number> {
  const query = `from=${day}&to=${day}&granularity=total&metrics=streams&trackId=${trackId}`
  const { status, body, text } = await call(url, 'GET', `/api/v1/music-distributor/analytics?${query}`, { key })
  promised(status === 200, 'analytics answers', text)
  return body.totals.streams ?? 0
}
