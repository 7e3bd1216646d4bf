import type { TestHub } from './hub.ts'
import type { Random } from './random.ts'
import { bodyOf, nextUpc } from './recordings.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from './releases.ts'

/**
 * Random histories of releases that share recordings: delivered, replaced, taken down, offered again. Jobs run when the
 * history says so, and the operator decides by chance.
 */

type UploadId = `upl_${string}`
type Answer = Awaited<ReturnType<ReleaseFixture['get']>>

export interface CodeHistory {
  readonly fixture: ReleaseFixture
  readonly steps: readonly string[]
  /** One random step. */
  step(): Promise<void>
  /** Ends every delivery that is on its way. */
  work(): Promise<void>
  readonly ids: readonly string[]
}

export interface CodeHistoryOptions {
  readonly hub: TestHub
  readonly random: Random
  /** Advances the clock of the hub by this number of days. */
  pass(days: number): void
  now(): number
}

const grace = { id: null, name: 'Grace' }
const isrcs = ['ZZABC2600001', 'ZZABC2600002', 'ZZABC2600003'] as const
const dayMs = 86_400_000

export async function openCodeHistory({ hub, random, pass, now }: CodeHistoryOptions): Promise<CodeHistory> {
  const fixture = await createReleaseFixture(hub)
  const { accountId } = fixture.account
  const uploads: UploadId[] = []
  for (let index = 0; index < 4; index++) uploads.push(await fixture.audio())
  const ids: string[] = []
  const steps: string[] = []
  const { reviews, jobs } = hub.hub.releases
  const advance = jobs?.find(({ job }) => job.name === 'advanceDelivery')

  const note = (what: string, { status, body }: Pick<Answer, 'status' | 'body'>): void => {
    const codes = (body?.errors ?? []).map(({ code }: { code: string }) => code).join(',')
    steps.push(`${what}: ${status} ${body?.status ?? body?.error ?? ''} ${codes}`)
    if (status >= 500) throw new Error(steps.join('\n'))
  }
  const nameOf = (id: string): string => `r${ids.indexOf(id)}`
  const act = async (id: string, what: string, body?: object): Promise<void> =>
    note(`${what} ${nameOf(id)}`, await fixture.act(id, what, body ?? {}))
  const decide = async (id: string, what: string, work: Promise<void>): Promise<void> => {
    const end = await work.then(
      () => 'done',
      (error: { code?: string; message: string }) => {
        if (error.code !== 'state_conflict' && error.code !== 'field_locked') throw error
        return error.message
      },
    )
    steps.push(`${what} ${nameOf(id)}: ${end}`)
  }
  const dates = (): object => {
    const day = new Date(now() + (random.chance(0.5) ? 30 : -30) * dayMs).toISOString().slice(0, 10)
    return { releaseDate: day, originalReleaseDate: day }
  }
  const create = async (
    tracks: readonly (readonly [UploadId, string | undefined])[],
    changes: object,
  ): Promise<void> => {
    const body = await bodyOf(fixture, tracks, { ...dates(), ...changes })
    const answer = await fixture.post(releasesPath, body)
    if (answer.status === 201) ids.push(answer.body.id)
    note(`create r${ids.length - 1} ${JSON.stringify({ tracks, ...changes })}`, answer)
    if (answer.status !== 201) return
    await act(answer.body.id, 'submit')
    if (random.chance(0.7)) await decide(answer.body.id, 'approve', reviews.approveRelease(answer.body.id, grace))
  }
  const audio = (): UploadId => random.pick(uploads)

  const actions: readonly (readonly [weight: number, run: (id: string) => Promise<void>])[] = [
    [
      2,
      () => {
        const chosen = random.chance(0.3) ? [audio(), audio()] : [audio()]
        return create(
          [...new Set(chosen)].map((upload) => [upload, random.chance(0.3) ? random.pick(isrcs) : undefined] as const),
          { upc: nextUpc() },
        )
      },
    ],
    [
      4,
      async (id) => {
        if (random.chance(0.5)) {
          await act(id, 'takedown', { reason: 'Rights have ended' })
          await work()
        }
        const { body: old } = await fixture.get(id)
        const tracks = old.tracks.map(
          ({ uploadId, isrc }: { uploadId: UploadId; isrc?: string }) =>
            [random.chance(0.5) ? uploadId : audio(), isrc] as const,
        )
        const codes = { upc: random.chance(0.8) ? old.upc : nextUpc(), replaces: id, title: `For ${nameOf(id)}` }
        const reason = random.chance(0.8) ? { audioChangeReason: 'The wrong master' } : {}
        await create(tracks, { ...codes, ...reason })
      },
    ],
    [3, (id) => act(id, 'takedown', { reason: 'Rights have ended' })],
    [3, () => work()],
    [3, (id) => act(id, 'submit')],
    [2, (id) => act(id, 'withdraw')],
    [3, (id) => decide(id, 'approve', reviews.approveRelease(id, grace))],
    [1, (id) => decide(id, 'reject', reviews.rejectRelease(id, grace, { code: 'x', text: 'No licence' }))],
    [1, (id) => decide(id, 'send back', reviews.requestChanges(id, grace, [{ pointer: '', code: 'x', note: 'No' }]))],
    [1, (id) => decide(id, 'hold', reviews.takeDown(id, grace, { outlets: undefined, reason: 'A court order' }))],
    [
      2,
      async (id) => {
        const { body } = await fixture.get(id)
        const uploadId = audio()
        const tracks = body.tracks.map((track: object, index: number) => ({
          ...track,
          durationMs: null,
          ...(index === 0 && { uploadId }),
        }))
        note(`new audio ${nameOf(id)}`, await fixture.patch(id, { tracks, audioChangeReason: 'The wrong mix' }))
      },
    ],
    [1, (id) => act(id, 'discard-changes')],
    [
      1,
      async () => {
        pass(40)
        steps.push('40 days pass')
      },
    ],
  ]
  const wheel = actions.flatMap(([weight, run]) => Array.from({ length: weight }, () => run))

  async function work(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      const waiting = await hub.opened.database.system.rows<{ id: string }>(
        `select id from deliveries where account_id = $1 and status not in ('live', 'ingested', 'refused', 'failed', 'taken_down')
         order by id`,
        [accountId],
      )
      if (waiting.length === 0) break
      for (const { id } of waiting) await advance?.handle({ accountId, deliveryId: id })
    }
    steps.push('work')
  }

  return {
    fixture,
    steps,
    ids,
    work,
    async step() {
      if (ids.length === 0) return create([[audio(), undefined]], { upc: nextUpc() })
      await random.pick(wheel)(random.pick(ids))
    },
  }
}
