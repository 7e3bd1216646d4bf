import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { transition, transitions } from '../../src/features/releases/status/state-machine.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']

const steps = [
  'submit',
  'withdraw',
  'takedown',
  'takedown one',
  'edit',
  'retry',
  'validate',
  'approve',
  'reject',
  'ask',
] as const
type Step = (typeof steps)[number]

/** Requests in any order, while deliveries run: the table allows every change of status. */
const grace = { id: null, name: 'Grace' }

describe('any sequence of operations', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_REVIEW: 'manual', SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    }))
  })

  const act: Readonly<Record<Step, (release: Release) => Promise<unknown>>> = {
    submit: ({ id }) => fixture.act(id, 'submit'),
    withdraw: ({ id }) => fixture.act(id, 'withdraw'),
    takedown: ({ id }) => fixture.act(id, 'takedown', { reason: 'Any' }),
    'takedown one': ({ id }) => fixture.act(id, 'takedown', { reason: 'One', outlets: ['site-a'] }),
    edit: ({ id, revision }) => fixture.patch(id, { label: `Label ${revision}` }),
    retry: ({ id, deliveries }) =>
      deliveries[0] ? fixture.act(id, `deliveries/${deliveries[0].id}/retry`) : Promise.resolve(),
    validate: ({ id }) => fixture.act(id, 'validate'),
    approve: ({ id }) => hub.hub.releases.reviews.approveRelease(id, grace).catch(expectConflict),
    reject: ({ id }) =>
      hub.hub.releases.reviews.rejectRelease(id, grace, { code: 'no', text: 'No.' }).catch(expectConflict),
    ask: ({ id }) => hub.hub.releases.reviews.requestChanges(id, grace, []).catch(expectConflict),
  }
  const expectConflict = (error: unknown): void => {
    expect(error).toMatchObject({ code: 'state_conflict' })
  }

  const pairs = new Set(
    transitions.flatMap(({ from, to, toIfDelivered = to }) => [`${from} ${to}`, `${from} ${toIfDelivered}`]),
  )

  it('never leaves the state machine', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 14 }),
        fc.constantFrom('acknowledge', 'refuse:metadata_missing', 'fail_times:1', 'fail_track:1'),
        async (walk, outcome) => {
          const { body } = await fixture.release({ metadata: { 'sandbox.outcome': outcome } }, 2)
          for (const step of ['submit', 'approve', ...walk] as const) {
            const answer = await act[step]((await fixture.get(body.id)).body)
            expect((answer as { status: number } | undefined)?.status ?? 200).toBeLessThan(500)
          }
          const { body: events } = await fixture.events(body.id)
          const moves = [...events.data].reverse().filter(({ from }: { from: string | null }) => from !== null)
          let status = 'draft'
          for (const { from, to } of moves) {
            expect(from).toBe(status)
            expect(pairs).toContain(`${from} ${to}`)
            status = to
          }
          const { body: last } = await fixture.get(body.id)
          expect(last.deliverySummary.total).toBe(last.deliveries.length)
        },
      ),
      { numRuns: 25 },
    )
    expect(transition('draft', 'submit')).toEqual({ to: 'submitted' })
  })

  it('keeps what lists show equal to what the release is', async () => {
    let cursor: string | null = null
    do {
      const path: string = `${releasesPath}?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`
      const { body: list } = await hub.json('GET', path, { key: fixture.key })
      const ids: string[] = list.data.map(({ id }: Release) => id)
      await eventually(() => compareUnmoved(path, ids), { what: 'every release of the page to be seen at rest' })
      cursor = list.page.nextCursor
    } while (cursor !== null)
  })

  /**
   * Deliveries continue while the list is read, so only releases that are the same before and after it are compared.
   * True once that has been all of them.
   */
  async function compareUnmoved(path: string, waiting: string[]): Promise<true | undefined> {
    const before = new Map<string, string | null>()
    for (const id of waiting) before.set(id, (await fixture.get(id)).headers.get('etag'))
    const { body: list } = await hub.json('GET', path, { key: fixture.key })
    for (const id of [...waiting]) {
      const { body: release, headers } = await fixture.get(id)
      if (headers.get('etag') !== before.get(id)) continue
      expectShown(
        list.data.find((item: Release) => item.id === id),
        release,
      )
      waiting.splice(waiting.indexOf(id), 1)
    }
    return waiting.length === 0 ? true : undefined
  }
})

function expectShown(item: Release, release: Release): void {
  expect(item).toMatchObject({
    status: release.status,
    label: release.label,
    deliverySummary: release.deliverySummary,
    trackCount: release.tracks.length,
  })
  expect(item.tracks).toEqual(
    release.tracks.map(({ id, number, title, isrc, durationMs, uploadId }: Release) => ({
      id,
      number,
      title,
      isrc,
      durationMs,
      uploadId,
    })),
  )
}
