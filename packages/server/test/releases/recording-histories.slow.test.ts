import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf, nextUpc } from '../harness/recordings.ts'
import {
  createReleaseFixture,
  digestOf,
  openReleaseHub,
  type ReleaseFixture,
  releasesPath,
} from '../harness/releases.ts'

const dayMs = 86_400_000

const step = fc.oneof(
  fc.record({ what: fc.constant('deliver' as const), audio: fc.nat(2), submit: fc.boolean() }),
  fc.record({ what: fc.constant('copy' as const), of: fc.nat(4) }),
  fc.record({ what: fc.constant('submit' as const), of: fc.nat(4) }),
  fc.record({ what: fc.constant('replace' as const), of: fc.nat(4), audio: fc.nat(2), submit: fc.boolean() }),
  fc.record({ what: fc.constant('date' as const) }),
  fc.record({ what: fc.constant('type' as const), of: fc.nat(4), code: fc.nat(2) }),
)

describe('any history of deliveries', () => {
  let hub: TestHub
  let clockMs = 0
  const now = (): number => Date.now() + clockMs
  const dayAfter = (days: number): string => new Date(now() + days * dayMs).toISOString().slice(0, 10)
  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({
      environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' },
      overrides: { clock: { now } },
    }))
  })

  /** What outlets were given last: of the account, or of one release. */
  const deliveredOf = ({ account }: ReleaseFixture, releaseId?: string) =>
    hub.opened.database.system.rows<{ isrc: string; audio: `upl_${string}` }>(
      `select t ->> 'isrc' as isrc, t ->> 'uploadId' as audio
       from releases r
       join release_revisions v on v.account_id = r.account_id and v.release_id = r.id and v.revision = r.approved_revision
       cross join lateral jsonb_array_elements(v.tracks) t
       where r.account_id = $1 and r.first_delivered_at is not null and ($2::text is null or r.id = $2)`,
      [account.accountId, releaseId ?? null],
    )

  it('never submits one ISRC for two recordings, nor assigns two to one recording', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        const fixture = await createReleaseFixture(hub)
        const uploads = [await fixture.audio(), await fixture.audio(), await fixture.audio()] as const
        const ids: string[] = []
        const at = (place: number) => ids[place % Math.max(1, ids.length)]
        for (const next of steps) {
          if (next.what === 'deliver') {
            const { audio, submit } = next
            const date = dayAfter(30)
            const dates = { releaseDate: date, originalReleaseDate: date }
            const body = await bodyOf(fixture, [[uploads[audio] ?? uploads[0]]], dates)
            const answer = await fixture.post(releasesPath, body)
            ids.push(answer.body.id)
            if (submit) await fixture.act(answer.body.id, 'submit')
            continue
          }
          if (next.what === 'date') {
            clockMs += 40 * dayMs
            continue
          }
          const id = at(next.of)
          if (id === undefined) continue
          if (next.what === 'copy') {
            const { body } = await fixture.act(id, 'clone')
            await fixture.patch(body.id, { upc: nextUpc() })
            ids.push(body.id)
          } else if (next.what === 'submit') await fixture.act(id, 'submit')
          else if (next.what === 'replace') {
            const { body } = await fixture.get(id)
            const uploadId = uploads[next.audio] ?? uploads[0]
            const tracks = body.tracks.map((track: object) => ({ ...track, durationMs: null, uploadId }))
            const answer = await fixture.patch(id, { tracks, audioChangeReason: 'The wrong mix' })
            const isPast = Date.parse(body.releaseDate) <= now()
            const isOther = !(await deliveredOf(fixture, id)).every(({ audio }) => audio === uploadId)
            if (isPast && isOther) expect(answer.status).toBe(409)
            if (next.submit) await fixture.act(id, 'submit')
          } else {
            const { body } = await fixture.get(id)
            const tracks = body.tracks.map((track: object) => ({ ...track, isrc: `ZZABC260000${next.code}` }))
            await fixture.patch(id, { tracks })
          }
        }
        const submitted = await deliveredOf(fixture)
        const pairs = [...new Map(submitted.map((row) => [`${row.isrc} ${row.audio}`, row])).values()]
        expect(new Set(pairs.map(({ isrc }) => isrc)).size).toBe(pairs.length)
        const kept = await hub.opened.database.system.rows<{ isrc: string; audio: string }>(
          'select isrc, pcm_sha256 as audio from recordings where account_id = $1 order by isrc',
          [fixture.account.accountId],
        )
        const audioOf = new Map(pairs.map(({ isrc, audio }) => [isrc, digestOf(audio)]))
        // A row has the audio that outlets were given, and no row is left of audio that was replaced.
        expect(kept.filter(({ isrc, audio }) => audioOf.get(isrc) !== audio)).toEqual([])
        const given = pairs.filter(({ isrc }) => isrc.startsWith('QZXYZ'))
        expect(new Set(given.map(({ audio }) => audio)).size).toBe(given.length)
      }),
      { numRuns: 100 },
    )
  })
})
